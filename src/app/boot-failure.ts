import { isRenderedHere } from './rendered-page.ts'

/**
 * Shows a failure page when not even the language could be loaded: both languages, without catalogue or React. `late`:
 * the app may still arrive.
 */
export function showBootFailure(root: HTMLElement, why: 'failed' | 'late' = 'failed'): void {
  const page = document.createElement('main')
  page.className = 'shell-page'
  const title = document.createElement('h1')
  title.textContent = 'Unable to load the application'
  const french = document.createElement('p')
  french.lang = 'fr'
  french.textContent = 'Impossible de charger l’application'
  const retry = document.createElement('button')
  retry.type = 'button'
  retry.className = 'shell-box'
  retry.textContent = 'Retry · Réessayer'
  retry.addEventListener('click', () => location.reload())
  page.append(title, french)
  if (why === 'late') page.append('Still trying… · Nouvel essai en cours…')
  page.append(retry)
  // A page rendered at build stays readable below the message.
  if (isRenderedHere(root)) root.prepend(page)
  else root.replaceChildren(page)
  if (why === 'failed' && import.meta.env.PROD) void Promise.allSettled([report()])
}

/** Reports errors logged so far: reporting normally starts after the first paint, which did not happen. */
async function report(): Promise<void> {
  const { startReporting } = await import('./report-errors.ts')
  startReporting()
}

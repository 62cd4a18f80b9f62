import { isRenderedHere } from './rendered-page.ts'

/**
 * Shown when not even the language could be loaded, hence without catalogue and without React, in both languages. `late`: it may
 * still come.
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
  // A page that can be read stays.
  if (isRenderedHere(root)) root.prepend(page)
  else root.replaceChildren(page)
  if (why === 'failed' && import.meta.env.PROD) void Promise.allSettled([report()])
}

/** What was logged until now is told: reporting begins after the first paint, and there was none. */
async function report(): Promise<void> {
  const { startReporting } = await import('./report-errors.ts')
  startReporting()
}

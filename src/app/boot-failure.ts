/** Shown when not even the language could be loaded, hence without catalogue and without React, in both languages. */
export function showBootFailure(root: HTMLElement): void {
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
  page.append(title, french, retry)
  root.replaceChildren(page)
}

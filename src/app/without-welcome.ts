import { wasWelcomed } from '../lib/welcomed.ts'

/**
 * Hides the welcome's place in the home page rendered at build when this phone has already been welcomed. Otherwise the
 * content below would jump up when the app hydrates the page.
 */
export function leaveOutWelcome(root: HTMLElement): void {
  const place = root.querySelector<HTMLElement>('[data-welcome]')
  if (place !== null && wasWelcomed()) place.style.display = 'none'
}

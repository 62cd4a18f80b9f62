import { wasWelcomed } from '../lib/welcomed.ts'

/**
 * Home as rendered at build keeps a place for the welcome. On a phone that was welcomed it has none from the first paint on: what stands below
 * would jump up when the app takes the page over.
 */
export function leaveOutWelcome(root: HTMLElement): void {
  const place = root.querySelector<HTMLElement>('[data-welcome]')
  if (place !== null && wasWelcomed()) place.style.display = 'none'
}

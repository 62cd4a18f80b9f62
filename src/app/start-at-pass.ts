import { findCurrentPass } from '../lib/pass-windows.ts'

/** The manifest's `start_url`: used only by the icon on the home screen. */
const FROM_HOME_SCREEN = '?source=home-screen'

/**
 * Opens the pass when the app starts from the home screen while a booking runs. Deep links, other tabs, reloads and
 * back navigation are unaffected, as is going home within the app.
 */
export function startAtPass(nowMs: number): void {
  const { pathname, search } = location
  if (pathname !== '/' || search !== FROM_HOME_SCREEN) return
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation !== undefined && navigation.type !== 'navigate') return
  const pass = findCurrentPass(nowMs)
  // The router's own format: `usr` is its `location.state`.
  if (pass !== undefined) history.replaceState({ usr: { fromStart: true }, key: 'start', idx: 0 }, '', pass)
}

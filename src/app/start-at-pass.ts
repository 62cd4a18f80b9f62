import { findCurrentPass } from '../lib/pass-windows.ts'

/** The manifest's `start_url`: nothing but the icon on the home screen leads here. */
const FROM_HOME_SCREEN = '?source=home-screen'

/**
 * A start from the home screen while a booking runs is a start at its pass. Deep links, other tabs, a reload and the way back are left
 * alone; so is home once the driver has gone there.
 */
export function startAtPass(nowMs: number): void {
  const { pathname, search } = location
  if (pathname !== '/' || search !== FROM_HOME_SCREEN) return
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (navigation !== undefined && navigation.type !== 'navigate') return
  const pass = findCurrentPass(nowMs)
  // In the router's own shape: `usr` is its `location.state`.
  if (pass !== undefined) history.replaceState({ usr: { fromStart: true }, key: 'start', idx: 0 }, '', pass)
}

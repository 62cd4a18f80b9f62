import type { Page } from '@playwright/test'

type Action = (progress: unknown, again: symbol) => Promise<unknown>

/** The parts of Playwright's internal frame that are patched here. */
interface InnerFrame {
  retryWithProgressAndTimeouts(progress: unknown, timeoutsMs: readonly number[], action: Action): Promise<unknown>
  retryWithProgressAndBackoff(progress: unknown, action: Action): Promise<unknown>
}

interface Inner {
  readonly _connection: { readonly toImpl?: (page: Page) => { mainFrame(): InnerFrame } }
}

/** The last delay repeats; Playwright's own is 500. */
const LOOKS_MS = [20, 50, 100]

const changed = new WeakSet<object>()

/**
 * Makes Playwright poll for elements more often. It polls at 0, 20, 70, 170 and 270 ms, then twice a second, without a
 * setting, so a change after 300 ms is seen at 770; that took a sixth of the journeys' time. Throws when Playwright's
 * internals have changed.
 */
export function lookOften(page: Page): void {
  const frame = (page as unknown as Inner)._connection.toImpl?.(page).mainFrame()
  const shared = frame === undefined ? undefined : (Object.getPrototypeOf(frame) as InnerFrame)
  if (
    typeof shared?.retryWithProgressAndTimeouts !== 'function' ||
    typeof shared.retryWithProgressAndBackoff !== 'function'
  )
    throw new Error('Playwright waits in another way now: see whether it still needs e2e/look-often.ts')
  if (changed.has(shared)) return
  changed.add(shared)
  shared.retryWithProgressAndBackoff = function retry(this: InnerFrame, progress, action) {
    return this.retryWithProgressAndTimeouts(progress, LOOKS_MS, action)
  }
}

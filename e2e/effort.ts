import type { BrowserContext } from '@playwright/test'

/** What a driver has done with fingers: every touch or click, and every key. */
interface Effort {
  taps: number
  keys: number
}

declare global {
  interface Window {
    countEffort?: (kind: keyof Effort) => Promise<void>
  }
}

/**
 * Counts on every page of the context from now on, the gateway's too. Only what the browser itself says was done: a click that a script or a label
 * makes of another is not one more.
 */
export async function countEffort(context: BrowserContext): Promise<Effort> {
  const effort: Effort = { taps: 0, keys: 0 }
  await context.exposeFunction('countEffort', (kind: keyof Effort) => {
    effort[kind] += 1
  })
  await context.addInitScript(() => {
    const note = (kind: 'taps' | 'keys') => (event: Event) => {
      if (event.isTrusted) void window.countEffort?.(kind)
    }
    addEventListener('pointerdown', note('taps'), { capture: true })
    addEventListener('keydown', note('keys'), { capture: true })
  })
  return effort
}

import type { BrowserContext } from '@playwright/test'

/** A driver's physical input: touches or clicks, and keys. */
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
 * Starts counting on every page of the context, including the payment gateway's. Counts trusted events only: a click
 * synthesised by a script or a label does not count.
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

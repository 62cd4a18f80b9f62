import type { BrowserContext } from '@playwright/test'

/** Removes a browser feature, as in a browser that never had it. */
export const withoutPart = (context: BrowserContext, part: 'serviceWorker' | 'locks'): Promise<unknown> =>
  context.addInitScript((name) => {
    Reflect.deleteProperty(Navigator.prototype, name)
  }, part)

import type { BrowserContext } from '@playwright/test'

/** As in a browser that has never had it. */
export const withoutPart = (context: BrowserContext, part: 'serviceWorker' | 'locks'): Promise<unknown> =>
  context.addInitScript((name) => {
    Reflect.deleteProperty(Navigator.prototype, name)
  }, part)

import type { Page } from '@playwright/test'

/** A method that Playwright's own scripts use in pages and that Chromium lacks before 105. */
const expression = 'Element.prototype.checkVisibility ??= function () { return this.getClientRects().length > 0 }'

/** Playwright inspects a page from its own isolated world, which a test's init scripts do not reach. */
const WORLD = '__playwright_utility_world'

/** Polyfills what Playwright needs in a Chromium older than it supports. Call before the first page is opened. */
export async function readyForPlaywright(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  session.on('Runtime.executionContextCreated', ({ context: { id, name } }) => {
    // The page may have been left meanwhile.
    if (name.startsWith(WORLD))
      void Promise.allSettled([session.send('Runtime.evaluate', { contextId: id, expression })])
  })
  await session.send('Runtime.enable')
}

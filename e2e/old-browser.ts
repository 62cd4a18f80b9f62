import type { Page } from '@playwright/test'

/** What Playwright's own scripts use in a page and Chromium has from 105 on. */
const expression = 'Element.prototype.checkVisibility ??= function () { return this.getClientRects().length > 0 }'

/** Playwright looks at a page from a world of its own, which scripts of a test do not reach. */
const WORLD = '__playwright_utility_world'

/** Lets Playwright find its way in a Chromium older than those that it is made for. Before the first page is opened. */
export async function readyForPlaywright(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  session.on('Runtime.executionContextCreated', ({ context: { id, name } }) => {
    // A page that was left meanwhile needs nothing any more.
    if (name.startsWith(WORLD))
      void Promise.allSettled([session.send('Runtime.evaluate', { contextId: id, expression })])
  })
  await session.send('Runtime.enable')
}

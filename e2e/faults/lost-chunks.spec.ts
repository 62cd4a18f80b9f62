import type { Page } from '@playwright/test'
import { createAccount } from '../account.ts'
import { expect, WITH_WORKER } from '../fixtures.ts'
import { Baywise } from '../pages/baywise.ts'
import { readPreviousRelease } from '../releases/release.ts'
import { withoutPart } from './bare-browser.ts'
import { test } from './fault-test.ts'

test.use(WITH_WORKER)

const previous = readPreviousRelease()

test.beforeEach(({ context }) => withoutPart(context, 'serviceWorker'))

/**
 * Counts the loads of a page from now on. The load event follows shortly after the text is shown, so poll the count.
 */
function countLoads(page: Page): { readonly count: number } {
  const loads = { count: 0 }
  page.on('load', () => {
    loads.count += 1
  })
  return loads
}

test('fault 43: a deploy that removed the parts of an open page costs it one reload', async ({
  app,
  network,
  page,
  pageErrors,
  request,
}) => {
  pageErrors.allow(/Failed to load resource/)
  network.release = previous
  const old = new Baywise(page, previous.words)
  await old.auth.signIn(await createAccount(request), '/wallet')
  await expect(old.frame.link('Bookings')).toBeVisible()
  // Let the open page fetch everything it still needs.
  await page.waitForLoadState('networkidle')
  const loads = countLoads(page)
  network.release = null
  await old.frame.link('Bookings').click()
  await app.frame.expectText('No bookings yet')
  await expect(page).toHaveURL('/bookings')
  await expect.poll(() => loads.count).toBe(1)
})

test('fault 43: a part that is missing for good is said after one reload', async ({
  app,
  network,
  page,
  pageErrors,
  request,
}) => {
  pageErrors.allow(
    /Failed to load resource|ChunkLoadError|dynamically imported module|render_failed|could not be loaded/,
  )
  await app.auth.signIn(await createAccount(request), '/wallet')
  await expect(app.frame.link('Bookings')).toBeVisible()
  const loads = countLoads(page)
  network.break('unavailable', ({ path }) => path.startsWith('/assets/bookings-screen'))
  await app.frame.link('Bookings').click()
  await app.frame.expectText('Loading Issue')
  await expect(page).toHaveURL('/bookings')
  await expect.poll(() => loads.count).toBe(1)
})

test('fault 43: with no signal there is a message and no reload', async ({
  app,
  context,
  page,
  pageErrors,
  request,
}) => {
  pageErrors.allow(/ChunkLoadError|dynamically imported module|render_failed|could not be loaded/)
  await app.auth.signIn(await createAccount(request), '/wallet')
  await expect(app.frame.link('Bookings')).toBeVisible()
  // Let the open page fetch everything it still needs.
  await page.waitForLoadState('networkidle')
  const loads = countLoads(page)
  await context.setOffline(true)
  await app.frame.link('Bookings').click()
  await app.frame.expectText('Loading Issue')
  expect(loads.count).toBe(0)
})

test('fault 43: with no signal and without the table of seldom-used addresses the frame stays, and the way back is open', async ({
  app,
  context,
  page,
  pageErrors,
  request,
}) => {
  pageErrors.allow(/ChunkLoadError|dynamically imported module|render_failed|could not be loaded/)
  await app.auth.signIn(await createAccount(request), '/wallet')
  await expect(app.frame.link('Gifts')).toBeVisible()
  // Let the open page fetch everything it still needs.
  await page.waitForLoadState('networkidle')
  const loads = countLoads(page)
  await context.setOffline(true)
  await app.frame.link('Gifts').click()
  await app.frame.expectText('Loading Issue')
  await expect(page.getByRole('banner')).toBeVisible()
  await page.goBack()
  await expect(app.frame.link('Gifts')).toBeVisible()
  expect(loads.count).toBe(0)
})

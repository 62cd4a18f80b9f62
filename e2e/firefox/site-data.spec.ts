import { expect } from '../fixtures.ts'
import { test } from './firefox-test.ts'

test.use({
  country: null,
  // Blocks all cookies, and with them all storage.
  launchOptions: async ({ launchOptions }, provide) =>
    provide({ ...launchOptions, firefoxUserPrefs: { 'network.cookie.cookieBehavior': 2 } }),
})

test('Firefox: where site data is blocked the app finds car parks, and says what to allow', async ({
  app,
  page,
  pageErrors,
}) => {
  // Firefox itself logs the worker that it refused.
  pageErrors.allow(/Storage access is restricted in this context/)
  await page.goto('/search?search=Toronto')
  await app.frame.expectText(
    'Site data is blocked. Allow cookies and site data for {host} in the browser’s settings, then reload.',
  )
  await app.find.growList()
  await expect(app.find.cards.first()).toBeVisible()
})

import { expect } from '../fixtures.ts'
import { test } from './firefox-test.ts'

test.use({
  country: null,
  // All cookies are refused, and with them every store.
  launchOptions: async ({ launchOptions }, provide) =>
    provide({ ...launchOptions, firefoxUserPrefs: { 'network.cookie.cookieBehavior': 2 } }),
})

test('Firefox: where site data is blocked the app finds car parks, and says what to allow', async ({
  app,
  page,
  pageErrors,
}) => {
  // Firefox itself tells of the worker that it refused.
  pageErrors.allow(/Storage access is restricted in this context/)
  await page.goto('/search?search=Toronto')
  await app.frame.expectText(
    'Site data is blocked. Allow cookies and site data for {host} in the browser’s settings, then reload.',
  )
  await app.find.growList()
  await expect(app.find.cards.first()).toBeVisible()
})

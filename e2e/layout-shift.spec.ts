import type { Page } from '@playwright/test'
import { moreRoutes } from '../src/config/more-routes.ts'
import { routes } from '../src/config/routes.ts'
import { expect, test } from './fixtures.ts'
import { holdScript } from './hold-script.ts'

declare global {
  interface Window {
    /** Sum of the layout shifts since the page loaded, as the browser reports them. */
    shifted: number
  }
}

/** Lighthouse calls 0.1 good; ours is stricter, because a thumb already moving presses whatever shifts under it. */
const AT_MOST = 0.02

test.beforeEach(({ page }) =>
  page.addInitScript(() => {
    window.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) window.shifted += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
  }),
)

const expectStill = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => window.shifted)).toBeLessThan(AT_MOST)

test('nothing of home moves when the app takes it over on a phone that was welcomed before', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('countryAutoDetected', 'false'))
  const release = await holdScript(page, 'main')
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toBeVisible()
  release()
  await expect(page.getByText(/^Now, /)).toBeVisible()
  await expect(page.locator('[data-welcome]')).toHaveCount(0)
  await expectStill(page)
})

for (const path of [
  routes.parksList.href(),
  routes.events.href(),
  routes.marketplace.href(),
  routes.blog.href(),
  routes.charging.href(),
  routes.plans.href(),
  routes.business.href(),
  moreRoutes.regions.href(),
  moreRoutes.bookDemo.href(),
  moreRoutes.operator.href(),
  '/nowhere',
]) {
  test(`nothing of ${path} is pushed down by what comes late`, async ({ page }) => {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('main [aria-busy="true"]')).toHaveCount(0)
    await expectStill(page)
  })
}

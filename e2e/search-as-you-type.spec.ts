import type { Locator, Page } from '@playwright/test'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilInstalled, whileOffline } from './offline.ts'

/** Waits until the worker has prefetched the code and the country's places. */
const untilKept = (page: Page, country: string): Promise<void> =>
  expect
    .poll(
      () =>
        page.evaluate(async () => {
          const requests = await (await caches.open('place-files')).keys()
          return requests.map(({ url }) => new URL(url).pathname.replace(/-.{8}\.js(on)?$/, '')).toSorted()
        }),
      { timeout: 30_000 },
    )
    .toEqual(
      ['place-client', 'place-suggestions', 'place-worker', `places-${country}`].map((name) => `/assets/${name}`),
    )

const rowsOf = (page: Page): Locator => page.locator('[role=option]')

test('a station is found by a few letters with no signal, once the country’s places are here @worker', async ({
  app,
  context,
  page,
}) => {
  await page.goto('/')
  await untilInstalled(page)
  await untilKept(page, 'CA')
  await whileOffline(context, async () => {
    await page.reload()
    // A field of the snapshot accepts no input.
    await expect(page.locator('[data-still]')).toHaveCount(0)
    await app.find.place.pressSequentially('unoin st')
    await expect(rowsOf(page).first()).toContainText('Union Station')
    await app.find.place.press('ArrowDown')
    await app.find.place.press('Enter')
    await expect(page).toHaveURL(/\/search\?search=Union\+Station&lat=43\.6\d+&lng=-79\.3/)
    await expect(app.find.map).toBeVisible()
  })
})

test('a row is chosen by a tap, and the list is accessible', async ({ app, page }) => {
  await page.goto('/')
  await app.find.place.fill('casa loma')
  await expect(rowsOf(page).first()).toContainText('Casa Loma')
  await expectAccessible(page, 'suggestions')
  await rowsOf(page).first().click()
  await expect(page).toHaveURL(/search=Casa\+Loma&lat=43\.68/)
  await expect(rowsOf(page)).toHaveCount(0)
})

test.describe('in Senegal', () => {
  test.use({ country: 'SN' })

  test('aéroport is that of Dakar', async ({ app, page }) => {
    await page.goto('/')
    await app.find.place.fill('aéroport')
    await expect(rowsOf(page).first()).toContainText('Blaise Diagne International Airport')
  })
})

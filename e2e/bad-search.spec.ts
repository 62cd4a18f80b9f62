import { expect, test } from './fixtures.ts'

const WORDS = ['Ω'.repeat(10_000), "'; drop table parks; --", '🅿️🚗', 'q', '%', '\u202e', '<script>alert(1)</script>']

test('whatever an address asks for, the page answers and goes on working', async ({ app, page }) => {
  for (const words of WORDS) {
    await test.step(words.slice(0, 30), async () => {
      // Servers refuse longer addresses.
      const query = new URLSearchParams({ search: words.slice(0, 2_000) })
      for (const path of ['/search', '/parks-list']) {
        await page.goto(`${path}?${query.toString()}`)
        await expect(app.find.cards.first().or(page.getByText(/^No car park found/))).toBeVisible()
      }
    })
  }
  await page.goto('/search?search=Toronto&lat=95&lng=200')
  await expect(app.find.cards.first()).toBeVisible()
})

test('typed coordinates that are nowhere are said to be; those exchanged are read the other way round', async ({
  app,
  page,
}) => {
  await page.goto('/')
  await app.find.place.fill('95.2, 200.1')
  await expect(page.getByText('This position isn’t on Earth')).toBeVisible()
  await app.find.place.fill('-79.38, 43.65')
  await expect(page.getByRole('option', { name: /43\.65, -79\.38.*Read as longitude, latitude/ })).toBeVisible()
  await app.find.place.press('Enter')
  await expect(page).toHaveURL(/lat=43\.65\d*&lng=-79\.38/)
  await expect(app.find.cards.first()).toBeVisible()
})

test('an address with latitude and longitude exchanged offers the place that was meant', async ({ app, page }) => {
  await page.goto('/search?lat=-79.38&lng=43.65')
  await page.getByRole('link', { name: 'Search at 43.65, -79.38' }).click()
  await expect(page).toHaveURL(/lat=43\.65\d*&lng=-79\.38/)
  await expect(app.find.cards.first()).toBeVisible()
})

test('a position that may be wrong by 5 km is drawn with its circle, and chooses no car park', async ({
  app,
  context,
  page,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 43.6677, longitude: -79.3948, accuracy: 5_000 })
  await page.goto('/')
  await app.find.searchNearMe()
  await expect(app.find.cards.first()).toBeVisible()
  await expect(app.find.map.locator('[data-spot] button').first()).toBeVisible()
  await expect(app.find.map.locator('[data-pin][aria-pressed=true]')).toHaveCount(0)
  await expect(page.locator('[data-park] [data-selected]')).toHaveCount(0)
  const { width = 0 } = (await app.find.map.locator('path[class*=accuracy]').boundingBox()) ?? {}
  // Ten kilometres across: wider than the rings round the place.
  expect(width).toBeGreaterThan(200)
})

test('a phone that never says where it is is given up in words', async ({ app, page }) => {
  await page.addInitScript(() => {
    navigator.geolocation.getCurrentPosition = () => undefined
  })
  await page.goto('/')
  await app.find.searchNearMe()
  await expect(app.frame.alert('Finding your location took too long')).toBeVisible({ timeout: 20_000 })
  await app.find.search('Toronto')
  await expect(app.find.cards.first()).toBeVisible()
})

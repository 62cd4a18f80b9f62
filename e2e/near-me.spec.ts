import { expect, test } from './fixtures.ts'
import { untilInstalled } from './offline.ts'

/** Positions in the street, with nearby car parks of `data/parks.ndjson`. */
const PLACES = [
  {
    city: 'Dakar',
    position: { latitude: 14.6947, longitude: -17.4522 },
    parks: ['Parking OMVS'],
    far: 'Green P Carpark 58',
  },
  {
    city: 'Toronto',
    position: { latitude: 43.6677, longitude: -79.3948 },
    parks: ['Green P Carpark 58', 'Green P Carpark 215', 'Green P Carpark 205'],
    far: 'Parking OMVS',
  },
] as const

test('near me names the car parks that stand there, first in Dakar, then in Toronto', async ({
  app,
  context,
  page,
}) => {
  await context.grantPermissions(['geolocation'])
  for (const { city, position, parks, far } of PLACES) {
    await test.step(city, async () => {
      await context.setGeolocation(position)
      await page.goto('/')
      await app.find.searchNearMe()
      await expect(page).toHaveURL(new RegExp(`lat=${position.latitude}`))
      await app.find.growList()
      for (const name of parks) await expect(app.find.card(name)).toBeVisible()
      await expect(app.find.card(far)).toHaveCount(0)
      // Sorted by distance, and each card shows its distance.
      const distances = await app.find.cards.evaluateAll((cards) =>
        cards.map((card) => {
          const [, figure = '', unit] = /, ([\d.]+)\s(m|km)\b/.exec(card.textContent) ?? []
          return Number(figure) * (unit === 'km' ? 1000 : 1)
        }),
      )
      expect(distances.length).toBeGreaterThan(5)
      expect(distances[0]).toBeLessThan(1_500)
      expect(distances).toEqual(distances.toSorted((a, b) => a - b))
    })
  }
})

test('what stood near is on the home page at the next start, also with no signal @worker', async ({
  app,
  context,
  page,
}) => {
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation(PLACES[1].position)
  await page.goto('/')
  await app.find.searchNearMe()
  await expect(app.find.card('Green P Carpark 58')).toBeVisible()
  await untilInstalled(page)
  await context.setOffline(true)
  await page.goto('/')
  const near = page.getByRole('list', { name: app.words.say('Near you') })
  await expect(near.getByRole('link', { name: /Green P Carpark 58/ })).toBeVisible()
})

test('a position that is refused is said, and a typed place still works', async ({ app, context, page }) => {
  await context.grantPermissions([])
  await page.goto('/')
  await app.find.searchNearMe()
  await expect(app.frame.alert('Location is turned off for this app')).toBeVisible()
  await app.find.search('Toronto')
  await expect(app.find.cards.first()).toBeVisible()
})

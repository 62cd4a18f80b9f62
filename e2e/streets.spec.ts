import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { untilInstalled, whileOffline } from './offline.ts'
import { countPixels, ensureStreets, MOSCONE } from './streets.ts'

test.use({ country: 'US', viewport: { width: 1280, height: 800 } })

const SEARCH = `/search?search=Moscone&lat=${String(MOSCONE.lat)}&lng=${String(MOSCONE.lng)}`
const ARCHIVES = '**/tiles/*.pmtiles'
const CREDIT = '© OpenStreetMap contributors'
/** The car parks here lie far apart, so the map opens at the zoom of a region. */
const STEPS_TO_STREETS = 6

test.beforeEach(async ({ provider }) => ensureStreets(provider))

/** Opens the map and zooms in until streets are loaded. */
async function openStreets(page: Page, zoomIn: string): Promise<void> {
  await page.goto(SEARCH)
  for (let step = 0; step < STEPS_TO_STREETS; step += 1)
    await page.getByRole('button', { name: zoomIn, exact: true }).click()
}

const seeStreets = (page: Page) =>
  expect.poll(() => countPixels(page, 'street'), { timeout: 20_000 }).toBeGreaterThan(5000)

test('streets are seen and credited, and are still there with no signal @worker', async ({ context, page, words }) => {
  await openStreets(page, words.say('Zoom in'))
  await seeStreets(page)
  expect(await countPixels(page, 'green')).toBeGreaterThan(0)
  const credit = page.getByRole('link', { name: CREDIT })
  await expect(credit).toBeVisible()
  await expect(credit).toHaveAttribute('href', 'https://www.openstreetmap.org/copyright')
  await untilInstalled(page)
  const keptFiles = () => page.evaluate(async () => (await (await caches.open('street-files')).keys()).length)
  await expect.poll(keptFiles).toBeGreaterThan(1)
  await whileOffline(context, async () => {
    await page.reload()
    await openStreets(page, words.say('Zoom in'))
    await seeStreets(page)
    await expect(credit).toBeVisible()
  })
})

test('a chunk that went bad on the phone is asked for again', async ({ page, words }) => {
  await openStreets(page, words.say('Zoom in'))
  await seeStreets(page)
  const spoilt = await page.evaluate(
    () =>
      new Promise<number>((resolve, reject) => {
        const request = indexedDB.open('baywise-streets')
        request.addEventListener('error', () => reject(new Error('not opened')))
        request.addEventListener('success', () => {
          const store = request.result.transaction('chunks', 'readwrite').objectStore('chunks')
          let count = 0
          store.openCursor().addEventListener('success', ({ target }) => {
            const cursor = (target as IDBRequest<IDBCursorWithValue | null>).result
            if (cursor === null) return resolve(count)
            const bytes = new Uint8Array(cursor.value.bytes).map((byte, at) => (at > 20_000 ? byte ^ 0xff : byte))
            cursor.update({ ...cursor.value, bytes: bytes.buffer })
            count += 1
            return cursor.continue()
          })
        })
      }),
  )
  expect(spoilt).toBeGreaterThan(0)
  await openStreets(page, words.say('Zoom in'))
  await seeStreets(page)
})

test.describe('in the dark, in French', () => {
  test.use({ colorScheme: 'dark', language: 'fr' })

  test('streets have the dark colours, and where there are none that is said in French', async ({ page, words }) => {
    await openStreets(page, words.say('Zoom in'))
    await seeStreets(page)
    await page.goto('/search?search=Boston&lat=42.3601&lng=-71.0589')
    const zoomIn = page.getByRole('button', { name: words.say('Zoom in'), exact: true })
    await zoomIn.click({ clickCount: 2 })
    await expect(page.getByText(words.say('No street map here yet'))).toBeVisible()
    await expect(page.getByRole('link', { name: CREDIT })).toHaveCount(0)
  })
})

test.describe('a tile server that fails', () => {
  const ANSWERS = [
    ['answers 404', { status: 404, body: 'gone' }],
    ['answers a page', { status: 200, contentType: 'text/html', body: '<!doctype html><p>Sign in to the network</p>' }],
    ['cuts its answer', { status: 206, headers: { 'Content-Range': 'bytes 0-65535/70700' }, body: 'PMTiles' }],
  ] as const

  for (const [how, answer] of ANSWERS) {
    test(`and ${how} leaves a map without streets, and says so`, async ({ app, page, pageErrors, words }) => {
      pageErrors.allow(/404/)
      await page.route(ARCHIVES, (route) => route.fulfill(answer))
      await openStreets(page, words.say('Zoom in'))
      await expect(page.getByText(words.say('No street map here yet'))).toBeVisible()
      await expect(app.find.map).toBeVisible()
      await expect(page.locator('[data-park]').first()).toBeVisible()
      expect(await countPixels(page, 'street')).toBe(0)
    })
  }

  test('and answers late brings the streets late; the list waits for nothing', async ({ page, words }) => {
    await page.route(ARCHIVES, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 4000))
      await route.fallback()
    })
    await openStreets(page, words.say('Zoom in'))
    await expect(page.locator('[data-park]').first()).toBeVisible()
    expect(await countPixels(page, 'street')).toBe(0)
    await seeStreets(page)
  })
})

test.describe('a browser that saves data', () => {
  test('asks for streets when the driver does, and for none before', async ({ page, words }) => {
    await page.addInitScript(() =>
      Object.defineProperty(navigator, 'connection', { value: { saveData: true, addEventListener: () => undefined } }),
    )
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await openStreets(page, words.say('Zoom in'))
    const load = page.getByRole('button', { name: words.say('Load streets: data saver is on') })
    await expect(load).toBeVisible()
    expect(asked.filter((url) => url.includes('.pmtiles'))).toEqual([])
    await load.click()
    await seeStreets(page)
    await expect(page.getByRole('link', { name: CREDIT })).toBeVisible()
    await expect(load).toBeHidden()
  })
})

import { expect, test, type Page } from '@playwright/test'
import { startMapPage, VIEW, type MapPage } from '../bench/map-page.ts'

const RED = [255, 0, 0]
const RED_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC',
  'base64',
)

const isPicture = ({ pathname }: URL): boolean => pathname.startsWith('/png/')

// In parallel, two workers would build the page into the same folder.
test.describe.configure({ mode: 'default' })

let served: MapPage
test.beforeAll(async () => {
  served = await startMapPage()
})
test.afterAll(() => served.stop())

/** The visible colour in the middle of the page: red, green, blue. */
async function middleColour(page: Page): Promise<readonly number[]> {
  const picture = (await page.screenshot({ clip: { x: 180, y: 370, width: 1, height: 1 } })).toString('base64')
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const brush = new OffscreenCanvas(1, 1).getContext('2d')
    brush?.drawImage(await createImageBitmap(new Blob([bytes])), 0, 0)
    return [...(brush?.getImageData(0, 0, 1, 1).data ?? [])].slice(0, 3)
  }, picture)
}

const openWith = async (page: Page, query: string) => {
  await page.goto(`${served.url}/?${VIEW}&${query}`)
  await page.evaluate(() => window.mapBench.full)
}

test('raster tiles of a configured source are seen over the built-in map and over streets', async ({ page }) => {
  await page.route(isPicture, (route) => route.fulfill({ contentType: 'image/png', body: RED_PIXEL }))
  await openWith(page, 'raster=/png/{z}/{x}/{y}.png')
  expect(await middleColour(page)).toEqual(RED)
  await openWith(page, 'streets&raster=/png/{z}/{x}/{y}.png')
  expect(await middleColour(page)).toEqual(RED)
})

test('streets are seen over the built-in map, and where a raster tile is missing', async ({ page }) => {
  await openWith(page, 'streets')
  await expect(page.locator('canvas[data-streets]').first()).toBeVisible()
  const streetsAlone = await middleColour(page)
  await page.route(isPicture, (route) => route.fulfill({ status: 404 }))
  await openWith(page, 'streets&raster=/png/{z}/{x}/{y}.png')
  expect(await middleColour(page)).toEqual(streetsAlone)
})

const BAD_TILES = [
  ['a page of HTML', { status: 200, contentType: 'text/html', body: '<!doctype html><p>Sign in' }],
  ['half a picture', { status: 200, contentType: 'image/png', body: RED_PIXEL.subarray(0, 30) }],
] as const

for (const [what, answer] of BAD_TILES) {
  test(`a raster source that answers ${what} leaves the streets in sight`, async ({ page }) => {
    await openWith(page, 'streets')
    const streetsAlone = await middleColour(page)
    await page.route(isPicture, (route) => route.fulfill(answer))
    await openWith(page, 'streets&raster=/png/{z}/{x}/{y}.png')
    expect(await middleColour(page)).toEqual(streetsAlone)
  })
}

test('a raster source that is slow shows streets until it comes', async ({ page }) => {
  await openWith(page, 'streets')
  const streetsAlone = await middleColour(page)
  const isLate = Promise.withResolvers<void>()
  await page.route(isPicture, async (route) => {
    await isLate.promise
    await route.fulfill({ contentType: 'image/png', body: RED_PIXEL })
  })
  // The load event waits for the images, which are held back here.
  await page.goto(`${served.url}/?${VIEW}&streets&raster=/png/{z}/{x}/{y}.png`, { waitUntil: 'commit' })
  await expect.poll(() => middleColour(page)).toEqual(streetsAlone)
  isLate.resolve()
  await page.evaluate(() => window.mapBench.full)
  expect(await middleColour(page)).toEqual(RED)
})

test('at the edge of a region streets run out into the map below them', async ({ page }) => {
  // Centres the view on the region's western edge.
  await page.goto(`${served.url}/?lat=37.7842&lng=-122.42&zoom=16&streets`)
  await page.evaluate(() => window.mapBench.full)
  const opacities = await page.evaluate(async () => {
    const brush = new OffscreenCanvas(innerWidth, 1).getContext('2d')
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('canvas[data-streets]')) {
      const { left, top, width, height } = canvas.getBoundingClientRect()
      if (top <= innerHeight / 2 && top + height > innerHeight / 2)
        brush?.drawImage(canvas, left, top - innerHeight / 2, width, height)
    }
    const { data } = brush?.getImageData(0, 0, innerWidth, 1) ?? { data: [] }
    const at = (x: number): number => data[Math.round(innerWidth / 2 + x) * 4 + 3] ?? 0
    return { before: at(-4), edge: at(2), within: at(12), inside: at(30) }
  })
  expect(opacities.before).toBe(0)
  expect(opacities.edge).toBeLessThan(60)
  expect(opacities.within).toBeGreaterThan(90)
  expect(opacities.within).toBeLessThan(170)
  expect(opacities.inside).toBe(255)
})

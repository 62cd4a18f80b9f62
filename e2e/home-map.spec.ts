import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { untilInstalled, whileOffline } from './offline.ts'

test.use({
  geolocation: { latitude: 43.6532, longitude: -79.3832 },
  permissions: ['geolocation'],
})

/** Counts the colours on the canvas: land alone is one. */
const coloursOf = (map: Locator): Promise<number> =>
  map.locator('canvas').evaluate((canvas: HTMLCanvasElement) => {
    const pixels = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height).data ?? []
    return new Set(Array.from({ length: pixels.length / 4 }, (_, at) => pixels.slice(at * 4, at * 4 + 3).join())).size
  })

test.describe('on a large screen', () => {
  test.use({ viewport: { width: 1280, height: 800 } })

  test('home shows the car parks of the area on a map, also with no signal, and it opens the real one @worker', async ({
    context,
    page,
    words,
  }) => {
    const map = page.getByRole('link', { name: words.say('Map of car parks') })
    const isDrawn = async () => {
      await expect(map).toHaveAttribute('data-parks', /[1-9]/)
      await expect.poll(() => coloursOf(map)).toBeGreaterThan(3)
    }
    await page.goto('/')
    await isDrawn()
    await untilInstalled(page)
    await whileOffline(context, async () => {
      await page.reload()
      await isDrawn()
      await map.press('Enter')
      await expect(page).toHaveURL(/\/search\?lat=43\.65/)
    })
  })
})

test('a phone’s home draws no map and asks for none', async ({ page }) => {
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(page.locator('main li a[href^="/park/"]').first()).toBeVisible()
  await expect(page.locator('canvas')).toHaveCount(0)
  expect(asked.filter((path) => /(home|base|find)-?map/.test(path))).toEqual([])
})

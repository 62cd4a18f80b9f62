import { chromium, type Browser, type Page } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs'
import { must } from '../src/lib/assert.ts'
import { startMapPage, VIEW } from './map-page.ts'
import { median } from './median.ts'
import { compared, limited, type BenchRow } from './row.ts'

const ROUNDS = 7
const CPU_RATE = 4
const FULL_AT_MOST = 1.7
const TASK_AT_MOST_MS = 50
const PHONE = { viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 }
const MOVES = ['pan', 'pan', 'in', 'pan', 'out', 'out', 'pan', 'in'] as const
/** Until the names and tiles of a move are rendered. */
const SETTLE_MS = 700

/** Returns the view's tiles as pictures: what a raster source would serve for the same map. */
async function takePictures(page: Page): Promise<readonly (readonly [name: string, base64: string])[]> {
  return page.evaluate(async () => {
    const pictures: [string, string][] = []
    for (const canvas of document.querySelectorAll<HTMLCanvasElement>('canvas[data-streets]')) {
      const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
      const bytes = new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))
      pictures.push([
        canvas.dataset['streets'] ?? '',
        btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join('')),
      ])
    }
    return pictures
  })
}

/** Opens a fresh browser context with the page's CPU slowed down. */
async function onNewPhone<T>(browser: Browser, url: string, work: (page: Page) => Promise<T>): Promise<T> {
  const context = await browser.newContext(PHONE)
  try {
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
    await page.goto(url)
    return await work(page)
  } finally {
    await context.close()
  }
}

const untilFull = (page: Page): Promise<number> => page.evaluate(() => window.mapBench.full)

/** Returns the page's longest task while the map moves, in milliseconds; 0 when none exceeded 50. */
async function longestTask(page: Page): Promise<number> {
  await untilFull(page)
  await page.waitForTimeout(SETTLE_MS)
  await page.evaluate(() => window.mapBench.longTasks.splice(0))
  for (const kind of MOVES) {
    await page.evaluate((move) => window.mapBench.move(move), kind)
    await page.waitForTimeout(SETTLE_MS)
  }
  return page.evaluate(() => Math.max(0, ...window.mapBench.longTasks))
}

/**
 * Streets rendered by the phone against the same tiles as local PNG pictures, from the navigation to the first full
 * view; and the page's longest task while the map is panned and zoomed. Only the main thread is slowed down: the
 * browser cannot slow down the worker that renders.
 */
export async function benchMap(): Promise<readonly BenchRow[]> {
  const served = await startMapPage()
  const browser = await chromium.launch({ executablePath: must(findBrowser(), 'a Chromium'), args: BROWSER_FLAGS })
  try {
    const streets = `${served.url}/?${VIEW}&streets`
    const raster = `${served.url}/?${VIEW}&raster=/png/{z}/{x}/{y}.png`
    const taken = await onNewPhone(browser, streets, async (page) => {
      await untilFull(page)
      return takePictures(page)
    })
    for (const [name, base64] of taken) served.pictures.set(`/png/${name}.png`, Buffer.from(base64, 'base64'))
    const samples = { streets: [] as number[], raster: [] as number[] }
    for (let round = 0; round < ROUNDS; round += 1) {
      samples.streets.push(await onNewPhone(browser, streets, untilFull))
      samples.raster.push(await onNewPhone(browser, raster, untilFull))
    }
    const longest = await onNewPhone(browser, streets, longestTask)
    const longestRaster = await onNewPhone(browser, raster, longestTask)
    const bytes = [...served.pictures.values()].reduce((sum, picture) => sum + picture.length, 0)
    return [
      compared(
        {
          name: 'first full view of streets, against local PNG tiles, 4x CPU',
          value: median(samples.streets),
          floor: median(samples.raster),
          unit: 'ms',
        },
        { atMost: FULL_AT_MOST },
      ),
      limited({ name: `a PNG tile of it, of ${String(taken.length)}`, value: bytes / taken.length / 1000, unit: 'kB' }),
      limited({
        name: 'longest task while panned and zoomed, 4x CPU',
        value: longest,
        unit: 'ms',
        atMost: TASK_AT_MOST_MS,
      }),
      limited({ name: 'the same with local PNG tiles, for comparison', value: longestRaster, unit: 'ms' }),
    ]
  } finally {
    await browser.close()
    await served.stop()
  }
}

import type { APIRequestContext, Page } from '@playwright/test'
import { createAccount } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { CheckPage, codeOf, makePairingCode, OTHER_PARK, PARK } from '../pages/check-page.ts'
import { bookAt, mustFindPark, stayFromNow } from '../parks.ts'
import type { ProviderProcess } from '../provider-process.ts'
import type { Words } from '../words.ts'
import { showText, withStubCamera } from './stub-camera.ts'

declare global {
  interface Window {
    /** The constraints applied to the camera, in order. */
    asked?: unknown[]
    refusesLight?: boolean
    /** What the browser's own detector finds; null makes it fail. */
    detected?: readonly string[] | null
  }
}

/** Adds a light and a zoom, which phones have and this browser lacks. Runs before the page's own scripts. */
function installLens(): void {
  window.asked = []
  Object.assign(MediaStreamTrack.prototype, {
    getCapabilities: () => ({ torch: true, zoom: { min: 1, max: 5, step: 0.5 } }),
    getSettings: () => ({ zoom: 1 }),
    applyConstraints: ({ advanced }: { advanced: unknown[] }) => {
      if (window.refusesLight === true) return Promise.reject(new DOMException('In use', 'NotReadableError'))
      window.asked?.push(...advanced)
      return Promise.resolve()
    },
  })
}

/** Adds a barcode detector like that of Chromium on Android. */
function installDetector(): void {
  window.detected = []
  class Detector {
    static readonly getSupportedFormats = () => Promise.resolve(['qr_code'])
    readonly detect = () =>
      window.detected === null || window.detected === undefined
        ? Promise.reject(new DOMException('Barcode detection service unavailable', 'NotSupportedError'))
        : Promise.resolve(window.detected.map((rawValue) => ({ rawValue })))
  }
  Object.assign(window, { BarcodeDetector: Detector })
}

async function openCamera(
  page: Page,
  { words, provider, request }: { words: Words; provider: ProviderProcess; request: APIRequestContext },
): Promise<CheckPage> {
  const parks = [await mustFindPark(request, PARK), await mustFindPark(request, OTHER_PARK)]
  const codes = parks.map(({ slug }) => codeOf(slug))
  const check = new CheckPage(page, words)
  await check.pair(await makePairingCode(provider, codes))
  await check.choose('Camera')
  await check.frame.expectText('Point the camera at the driver’s pass.')
  return check
}

test('a camera with a light and a zoom is asked for them; a light that is refused is not shown as lit', async ({
  page,
  provider,
  request,
  words,
}, info) => {
  await withStubCamera(page)
  await page.addInitScript(installLens)
  const check = await openCamera(page, { words, provider, request })
  const light = check.frame.button('Torch')
  await light.click()
  await expect(light).toHaveAttribute('aria-pressed', 'true')
  const zoom = page.getByLabel(words.say('Zoom'), { exact: true })
  await zoom.fill('2.5')
  await expectAccessible(page, 'light and zoom')
  await page.screenshot({ path: info.outputPath('light-and-zoom.png') })
  expect((await zoom.boundingBox())?.height).toBeGreaterThanOrEqual(48)
  await light.click()
  expect(await page.evaluate(() => window.asked)).toEqual([{ torch: true }, { zoom: 2.5 }, { torch: false }])
  await page.evaluate(() => {
    window.refusesLight = true
  })
  await light.click()
  await expect(light).toHaveAttribute('aria-pressed', 'false')
})

test('where the browser reads codes itself our decoder is not loaded, until it gives up', async ({
  page,
  provider,
  request,
  words,
}) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  const booking = await bookAt(request, account, { park, stay: stayFromNow({ hours: 1 }), plate: 'LENS001' })
  await withStubCamera(page)
  await page.addInitScript(installDetector)
  const decoders: string[] = []
  page.on('worker', (worker) => worker.url().includes('/decoder-worker-') && decoders.push(worker.url()))
  const check = await openCamera(page, { words, provider, request })
  const detect = (texts: readonly string[] | null) =>
    page.evaluate((seen) => {
      window.detected = seen
    }, texts)

  // A QR code holds 4 kB at most.
  await detect(['0'.repeat(4_096)])
  await check.expectVerdict('UNKNOWN')
  await detect([])
  await check.frame.button('Back without recording').click()
  await detect([`P1:${'A'.repeat(4_096)}`])
  await check.expectVerdict('UNKNOWN')
  await check.frame.expectText('This pass is damaged or incomplete')
  await detect([])
  await check.frame.button('Back without recording').click()
  // With several codes in view, the pass is the one used.
  await detect(['https://example.com/menu', booking.pass?.text ?? ''])
  await check.expectVerdict('VALID')
  await expect(page.getByText('LENS001')).toBeVisible()
  await check.frame.button('Yes, let in').click()
  expect(decoders).toEqual([])

  await detect(null)
  await showText(page, 'https://example.com/menu')
  await check.expectVerdict('UNKNOWN')
  expect(decoders).toHaveLength(1)
})

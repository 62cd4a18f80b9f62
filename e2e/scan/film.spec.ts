import { chromium, type Page } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../../scripts/find-browser.mjs'
import { must } from '../../src/lib/assert.ts'
import { createAccount } from '../account.ts'
import { expect, keepCountry, test, WITH_WORKER } from '../fixtures.ts'
import { whileOffline } from '../offline.ts'
import { CheckPage, codeOf, makePairingCode, OTHER_PARK, PARK } from '../pages/check-page.ts'
import { bookAt, mustFindPark, stayFromNow } from '../parks.ts'
import { type Shot, writeFilm } from './film.ts'
import { SCENES } from './scenes.ts'

test.use(WITH_WORKER)

/** Reads the code from the pass screen's path: `M x y h n` is a run of n black modules. */
async function readModules(page: Page): Promise<boolean[][]> {
  const drawn = page.getByRole('img', { name: 'QR code of your pass' })
  await expect(drawn).toBeVisible()
  const path = must(await drawn.locator('path').last().getAttribute('d'), 'a path')
  const runs = Array.from(
    path.matchAll(/M(\d+) (\d+)h(\d+)/g),
    ([, x, y, n]) => [Number(x), Number(y), Number(n)] as const,
  )
  const side = Math.max(...runs.map(([, y]) => y)) + 1
  return Array.from({ length: side }, (_, row) =>
    Array.from({ length: side }, (_, column) => runs.some(([x, y, n]) => y === row && x <= column && column < x + n)),
  )
}

test('passes filmed near, far, in the dark, blurred, turned and with glare are read by another phone with no signal', async ({
  app,
  page,
  provider,
  request,
  words,
}, info) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  const other = await mustFindPark(request, OTHER_PARK)
  await app.auth.signIn(account, '/bookings')
  // Each scene shows its own pass: the plate on the verdict tells which one was read.
  const shots: (Shot & { readonly plate: string })[] = []
  for (const [index, scene] of SCENES.entries()) {
    const plate = `FILM00${String(index + 1)}`
    const booking = await bookAt(request, account, { park, stay: stayFromNow({ hours: 1 }), plate })
    await page.goto(`/booking-details/${booking.booking_code}/pass`)
    shots.push({ scene, plate, modules: await readModules(page) })
  }
  const film = info.outputPath('film.y4m')
  await writeFilm(film, shots)

  const browser = await chromium.launch({
    executablePath: must(findBrowser(), 'a Chromium'),
    args: [
      ...BROWSER_FLAGS,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  })
  try {
    const context = await browser.newContext({
      baseURL: provider.url,
      viewport: { width: 360, height: 740 },
      permissions: ['camera'],
    })
    await context.addInitScript(keepCountry, 'CA' as const)
    const check = new CheckPage(await context.newPage(), words)
    await check.page.goto('/check')
    await check.pair(await makePairingCode(provider, [codeOf(park.slug), codeOf(other.slug)]))
    await check.untilKept()
    await whileOffline(context, async () => {
      await check.page.reload()
      // The camera was permitted before, so it starts without a tap.
      const missing = new Set(shots.map(({ plate }) => plate))
      while (missing.size > 0) {
        await expect(check.frame.heading, `not read: ${[...missing].join()}`).toHaveText('VALID', { timeout: 30_000 })
        const plates = check.page.getByText(/^FILM\d+$/)
        const plate = await plates.innerText()
        await check.page.screenshot({ path: info.outputPath(`${plate}.png`) })
        missing.delete(plate)
        await check.frame.button('No, another plate').click()
        // The film continues, so the next verdict may be shown before the camera view is seen.
        await expect.poll(() => plates.allInnerTexts()).not.toEqual([plate])
      }
      await check.page.screenshot({ path: info.outputPath('camera.png') })
    })
  } finally {
    await browser.close()
  }
})

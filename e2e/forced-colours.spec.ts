import type { Locator, Page } from '@playwright/test'
import { decodeImage } from '../src/scan/decode-frame.ts'
import { must } from '../src/lib/assert.ts'
import { createAccount } from './account.ts'
import { expect, test } from './fixtures.ts'
import { expectSeenFocus } from './keyboard.ts'
import { CheckPage, codeOf, makePairingCode, OTHER_PARK, PARK } from './pages/check-page.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'
import { open } from './places.ts'

test.use({ contextOptions: { reducedMotion: 'reduce', forcedColors: 'active' } })

const PLATE = 'CKTB482'

/** Decodes the QR code as a camera in front of the screen would. */
async function readCode(page: Page, picture: Locator): Promise<string | null> {
  const png = (await picture.screenshot()).toString('base64')
  const { width, height, grey } = await page.evaluate(async (encoded) => {
    const bytes = Uint8Array.from(atob(encoded), (letter) => letter.codePointAt(0) ?? 0)
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const brush = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')
    if (brush === null) throw new Error('no canvas')
    brush.drawImage(bitmap, 0, 0)
    const { data } = brush.getImageData(0, 0, bitmap.width, bitmap.height)
    return {
      width: bitmap.width,
      height: bitmap.height,
      grey: Array.from({ length: data.length / 4 }, (_, pixel) => data[pixel * 4] ?? 0),
    }
  }, png)
  return decodeImage({ data: Uint8ClampedArray.from(grey), width, height })
}

const backgroundOf = (element: Locator, pseudo?: string): Promise<string> =>
  element.evaluate((node, part) => getComputedStyle(node, part).backgroundColor, pseudo)

/** The system's selection colour. */
const highlight = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const probe = document.body.appendChild(document.createElement('i'))
    probe.style.cssText = 'background: Highlight; forced-color-adjust: none'
    const { backgroundColor } = getComputedStyle(probe)
    probe.remove()
    return backgroundColor
  })

test('in forced colours a pass is read by a camera, and what is chosen is seen', async ({ app, page, request }) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  const booking = await bookAt(request, account, { park, stay: stayFromNow(), plate: PLATE })
  await app.auth.signIn(account)
  await open(page, `/booking-details/${booking.booking_code}/pass`)
  const code = page.getByRole('img').first()
  expect(await readCode(page, code)).toBe(must(booking.pass?.text, 'a pass'))

  await open(page, '/wallet')
  const chosen = await highlight(page)
  const face = (isPressed: boolean) => page.getByRole('button', { pressed: isPressed }).locator('> span').first()
  expect(await backgroundOf(face(true))).toBe(chosen)
  expect(await backgroundOf(face(false))).not.toBe(chosen)
  const tab = (name: string) => app.frame.link(name).first()
  expect(await backgroundOf(tab('Wallet'), '::before')).toBe(chosen)
  await page.keyboard.press('Tab')
  await expectSeenFocus(page, 'on the first stop of the wallet')
  const bar = page.locator('main figure svg rect, main svg rect').last()
  const { fill, paper } = await bar.evaluate((node) => ({
    fill: getComputedStyle(node).fill,
    paper: getComputedStyle(document.documentElement).backgroundColor,
  }))
  expect(fill).not.toBe(paper)

  await open(page, '/search?search=Toronto')
  // The nearest pin is selected from the start.
  expect(await backgroundOf(page.locator('button[data-pin][aria-pressed="true"]'))).toBe(chosen)
})

test('in forced colours a choice of contact and the colours of a verdict stay', async ({
  page,
  provider,
  request,
  words,
}) => {
  const [park, other] = [await mustFindPark(request, PARK), await mustFindPark(request, OTHER_PARK)]
  await open(page, `/checkout/${park.slug}`)
  const option = page.locator('label').filter({ hasText: words.say('Phone') })
  const email = page.locator('label').filter({ has: page.locator('input[type=radio]'), hasText: words.say('Email') })
  await email.first().click()
  expect(await backgroundOf(email.first())).toBe(await highlight(page))
  expect(await backgroundOf(option.first())).not.toBe(await highlight(page))

  const account = await createAccount(request)
  const booking = await bookAt(request, account, { park, stay: stayFromNow({ hours: 1 }), plate: PLATE })
  const check = new CheckPage(page, words)
  await check.pair(await makePairingCode(provider, [codeOf(park.slug), codeOf(other.slug)]))
  const toneOf = async (code: string, verdict: string): Promise<string> => {
    await check.checkCode(code)
    await check.expectVerdict(verdict)
    return backgroundOf(page.locator('[data-tone]').filter({ hasText: verdict }).first())
  }
  const go = await toneOf(booking.booking_code, 'VALID')
  expect(go).toBe('rgb(11, 122, 67)')
})

import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { decodeBase45, encodeBase45 } from '../../src/domain/base45.ts'
import { makeBookingCode, displayBookingCode } from '../../src/domain/code.ts'
import { must } from '../../src/lib/assert.ts'
import { type Account, createAccount } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test } from '../fixtures.ts'
import { whileOffline } from '../offline.ts'
import { CheckPage, codeOf, OTHER_PARK, PARK, printPairing } from '../pages/check-page.ts'
import { bookAt, type KnownBooking, mustFindPark, stayFromNow } from '../parks.ts'
import { failCamera, loseCamera, showText, withStubCamera } from './stub-camera.ts'

const HOUR_MS = 3_600_000

const textOf = ({ pass }: KnownBooking): string => must(pass?.text, 'a pass')

async function cancel(request: APIRequestContext, account: Account, { booking_id: id }: KnownBooking): Promise<void> {
  const answer = await request.put(`/api/v1/bookings/${id}/status`, {
    headers: { authorization: `Bearer ${account.accessToken}`, 'idempotency-key': randomUUID() },
    params: { status: 'cancelled', min_refund: 0 },
  })
  expect(answer.status(), await answer.text()).toBe(200)
}

/** Changes one byte of the pass's payload. */
function change(text: string, at: number, by: (byte: number) => number): string {
  const decoded = decodeBase45(text.slice(3))
  if (!decoded.ok) throw new Error('no pass')
  return `P1:${encodeBase45(decoded.value.map((byte, index) => (index === at ? by(byte) : byte)))}`
}

const KEY_BYTE = 1
const PLATE_BYTE = 26

async function bookAll(request: APIRequestContext) {
  const account = await createAccount(request)
  const [park, other] = [await mustFindPark(request, PARK), await mustFindPark(request, OTHER_PARK)]
  const soon = stayFromNow({ hours: 1 })
  const cancelled = await bookAt(request, account, { park, stay: soon, plate: 'SCAN003' })
  await cancel(request, account, cancelled)
  return {
    parkCodes: [codeOf(park.slug), codeOf(other.slug)],
    now: await bookAt(request, account, { park, stay: soon, plate: 'SCAN001' }),
    later: await bookAt(request, account, { park, stay: stayFromNow({ inHours: 5, hours: 1 }), plate: 'SCAN002' }),
    cancelled,
    elsewhere: await bookAt(request, account, { park: other, stay: soon, plate: 'SCAN004' }),
    bookLast: () => bookAt(request, account, { park, stay: soon, plate: 'SCAN005' }),
  }
}

test('every verdict is reached before the camera, with no signal @worker', async ({
  context,
  page,
  provider,
  request,
  words,
}, info) => {
  const booked = await bookAll(request)
  await withStubCamera(page)
  const check = new CheckPage(page, words)

  // Pairs by the QR code on the office's terminal.
  await page.goto('/check')
  await check.frame.button('Scan the QR code').click()
  await showText(page, 'https://example.com/menu')
  await check.frame.expectText('This isn’t a pairing QR code.')
  const printed = await printPairing(provider, booked.parkCodes)
  await showText(page, must(/https?:\S+#pair=\S+/.exec(printed)?.[0], 'a link'))
  await expect(page.getByLabel(words.say('Pairing code'), { exact: true })).not.toHaveValue('')
  await showText(page, null)
  await check.frame.button('Pair this phone').click()
  await check.choosePark()
  await check.untilKept()
  // Booked after this phone has lost signal.
  await context.setOffline(true)
  const unlisted = await booked.bookLast()

  /** Shows a code to the camera and checks the verdict. */
  const scan = async (text: string, verdict: string, detail: string): Promise<void> => {
    await showText(page, text)
    await check.expectVerdict(verdict)
    await check.frame.expectText(detail)
    const name = `${verdict.toLowerCase()} ${detail.slice(0, 20)}`.replaceAll(/\W+/g, '-')
    await page.screenshot({ path: info.outputPath(`${name}.png`) })
  }
  const refuse = () => check.frame.button('Do not let through').click()
  const pass = textOf(booked.now)

  await whileOffline(context, async () => {
    await page.reload()
    await check.choose('Camera')
    await check.frame.expectText('Point the camera at the driver’s pass.')
    await expectAccessible(page, 'camera')
    await page.screenshot({ path: info.outputPath('camera.png') })

    await scan(pass, 'VALID', 'Until {until}, {0} left')
    await expect(page.getByText('SCAN001')).toBeVisible()
    await check.frame.button('Yes, let in').click()
    // A code still in view is not judged again automatically.
    await check.frame.expectText('Already checked. Show the next pass.')
    await page.screenshot({ path: info.outputPath('again.png') })
    await check.frame.button('Check it again').click()
    await check.expectVerdict('ALREADY INSIDE')
    await page.screenshot({ path: info.outputPath('already-inside.png') })
    await check.frame.button('Stop: another car').click()

    await scan(textOf(unlisted), 'VALID BY SIGNATURE', 'Until {until}, {0} left')
    await check.frame.button('No, another plate').click()
    await scan(textOf(booked.later), 'EARLY', 'May enter from {0}')
    await refuse()
    await scan(textOf(booked.cancelled), 'CANCELLED', 'This booking was cancelled')
    await refuse()
    await scan(textOf(booked.elsewhere), 'WRONG PARK', 'This pass is for {name}')
    await expect(page.getByText(OTHER_PARK)).toBeVisible()
    await refuse()
    await scan(
      change(pass, PLATE_BYTE, (byte) => byte ^ 1),
      'FORGED',
      'This pass isn’t signed by Baywise',
    )
    await refuse()
    await scan(
      change(pass, KEY_BYTE, () => 250),
      'UPDATE NEEDED',
      'Signed with a newer key. Connect and update the list.',
    )
    await refuse()
    await scan(`P2:${pass.slice(3)}`, 'UPDATE NEEDED', 'This pass is newer than the app. Connect and update the app.')
    await refuse()
    await scan(pass.slice(0, -12), 'UNKNOWN', 'This pass is damaged or incomplete')
    await refuse()
    await scan('https://example.com/menu', 'UNKNOWN', 'Not a Baywise pass')
    await check.frame.button('Back without recording').click()

    await page.clock.setFixedTime(Date.parse(booked.now.end_time) + 2 * HOUR_MS)
    await scan(pass, 'EXPIRED', 'Over by {over}: {price}')
    await refuse()

    // The phone's clock is two days behind the list, so the time left is counted from the list's time.
    await page.clock.setFixedTime(Date.now() - 48 * HOUR_MS)
    await scan(textOf(unlisted), 'VALID BY SIGNATURE', 'This phone’s clock doesn’t match the list. Times may be wrong.')
    await expect(page.getByText(words.like('Until {until}, {0} left'))).not.toContainText(/\d d /)
    await check.frame.button('No, another plate').click()
    await showText(page, null)
  })
})

test('guessing codes is slowed down, and a camera that is refused, absent, taken or lost says what helps', async ({
  page,
  provider,
  request,
  words,
}, info) => {
  const park = await mustFindPark(request, PARK)
  const other = await mustFindPark(request, OTHER_PARK)
  await withStubCamera(page)
  const check = new CheckPage(page, words)
  const printed = await printPairing(provider, [codeOf(park.slug), codeOf(other.slug)])
  await check.pair(must(/Pairing code: (\S+)/.exec(printed)?.[1], 'a code'))

  for (const [name, said] of [
    ['NotAllowedError', 'Camera access is off'],
    ['NotFoundError', 'No camera was found'],
    ['NotReadableError', 'Another app is using the camera'],
  ] as const) {
    await failCamera(page, name)
    await check.choose('Camera')
    await expect(check.frame.alert(said)).toBeVisible()
    await page.screenshot({ path: info.outputPath(`${name}.png`) })
    await check.choose('Code')
  }
  await failCamera(page, null)
  await check.choose('Camera')
  await check.frame.expectText('Point the camera at the driver’s pass.')
  await loseCamera(page)
  await expect(check.frame.alert('The camera stopped')).toBeVisible()
  await expectAccessible(page, 'camera lost')
  await check.frame.button('Try again').click()
  await check.frame.expectText('Point the camera at the driver’s pass.')

  await check.choose('Code')
  for (let guess = 1; guess <= 5; guess += 1) {
    await check.checkCode(displayBookingCode(makeBookingCode(new Uint8Array(7).fill(guess))))
    await check.expectVerdict('UNKNOWN')
    await check.frame.button('Back without recording').click()
  }
  await expect(page.getByRole('button', { name: words.like('Too many wrong codes: wait {waitS} s') })).toBeDisabled()
})

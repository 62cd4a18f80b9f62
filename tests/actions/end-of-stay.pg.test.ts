import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryAgain } from '../../src/actions/requests.online.ts'
import { bookPark, payOverstay, shortenBooking } from '../../src/actions/bookings.online.ts'
import { listBookings } from '../../src/api/bookings.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { MINUTE_MS, mustInstant, toInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { readPending } from '../../src/outbox/read.ts'
import { reconcile } from '../../provider/repositories/ledger.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { passing } from '../sync/support/outbox-phone.ts'
import { signedInPhone, stayAt, valueOf } from '../sync/support/provider-phone.ts'
import { answerLost, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

interface Scene {
  readonly phone: TestPhone
  readonly booking: Booking
}

async function booked(): Promise<Scene> {
  const phone = await signedInPhone(provider)
  const booking = valueOf(await bookPark(stayAt(provider, await insertTestPark(provider.deps.db)), phone))
  await phone.settled()
  return { phone, booking }
}

async function overBy(minutes: number): Promise<Scene> {
  const scene = await booked()
  provider.clock.advance(mustInstant(scene.booking.end_time) + minutes * MINUTE_MS - provider.clock.now())
  return scene
}

const atProvider = async (phone: TestPhone): Promise<Booking> =>
  must(valueOf(await listBookings(phone.client, 1, 10)).items[0], 'the booking')

const isPayment = (request: Request): boolean => request.url.endsWith('/overstay')

test('what was paid after the end stands on the phone at once, with the pass that was signed for it', async () => {
  const { phone, booking } = await overBy(17)
  const paid = valueOf(await payOverstay({ booking, maxPriceMinor: 10_000 }, phone))
  expect(paid.overstay?.paid).toBe(250)
  const [kept] = (await readBookings(phone.dbs)).value
  expect([kept?.overstay, kept?.pass?.sequence]).toEqual([paid.overstay, 2])
  expect(await readPending(phone.dbs)).toEqual([])
})

test('fault 12: an overstay paid in two tabs at once is paid once, and both tabs get it', async () => {
  const { phone, booking } = await overBy(17)
  const tabs = [phone, phone.tab()]
  const amounts = [10_000, 250]
  const answers = await Promise.all(
    tabs.map((tab, index) => payOverstay({ booking, maxPriceMinor: amounts[index] ?? 0 }, tab)),
  )
  expect(answers.map((answer) => valueOf(answer).overstay?.paid)).toEqual([250, 250])
  expect((await atProvider(phone)).overstay?.paid).toBe(250)
  expect(await reconcile(provider.deps.db)).toEqual([])
})

test('fault 1: an overstay whose answer was lost is not paid again by the next tap', async () => {
  const { phone, booking } = await overBy(17)
  phone.line.through = answerLost(isPayment, 99)
  expect((await payOverstay({ booking, maxPriceMinor: 10_000 }, phone)).ok).toBe(false)
  const row = must((await readPending(phone.dbs))[0], 'the request')
  phone.line.through = passing
  const again = valueOf(await payOverstay({ booking, maxPriceMinor: 250 }, phone))
  expect(again.overstay?.paid).toBe(250)
  expect((await tryAgain(row.id, phone)).ok).toBe(true)
  expect((await atProvider(phone)).overstay?.paid).toBe(250)
})

test('more than was seen is not paid: the phone is told what it is now', async () => {
  const { phone, booking } = await overBy(31)
  const refused = await payOverstay({ booking, maxPriceMinor: 250 }, phone)
  expect(refused).toMatchObject({ ok: false, error: { kind: 'refused', code: 'max_price_exceeded' } })
})

test('where nothing is owed, as within the grace, nothing is paid and the request ends', async () => {
  const { phone, booking } = await overBy(5)
  expect(valueOf(await payOverstay({ booking, maxPriceMinor: 250 }, phone)).overstay).toBeUndefined()
  expect(await readPending(phone.dbs)).toEqual([])
})

test('a stay that is shortened ends then on the phone, with its refund and its new pass', async () => {
  const { phone, booking } = await booked()
  const newEnd = toInstant(mustInstant(booking.end_time) - 30 * MINUTE_MS)
  const shorter = valueOf(await shortenBooking({ booking, newEnd, minRefundMinor: 200 }, phone))
  const [kept] = (await readBookings(phone.dbs)).value
  expect(kept?.end_time).toBe(shorter.end_time)
  expect(mustInstant(shorter.end_time)).toBe(newEnd)
  expect([kept?.total, kept?.pass?.sequence]).toEqual([booking.total - 200, 2])
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookPark, changeBookingPlate, moveBooking, type MoveBookingInput } from '../../src/actions/bookings.online.ts'
import { tryAgain } from '../../src/actions/requests.online.ts'
import { listBookings } from '../../src/api/bookings.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { HOUR_MS, mustInstant, toInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { readPending } from '../../src/outbox/read.ts'
import { reconcile } from '../../provider/repositories/ledger.ts'
import { insertTestPark, type TestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { passing } from '../sync/support/outbox-phone.ts'
import { errorOf, lostKeyOf, signedInPhone, stayAt, valueOf } from '../sync/support/provider-phone.ts'
import { answerLost, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(async () => {
  expect(await reconcile(provider.deps.db)).toEqual([])
  await provider.close()
})

interface Scene {
  readonly phone: TestPhone
  readonly booking: Booking
  readonly park: TestPark
  /** Moves the stay two hours later at the same price. */
  readonly later: MoveBookingInput
}

async function booked(): Promise<Scene> {
  const phone = await signedInPhone(provider)
  const park = await insertTestPark(provider.deps.db)
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  await phone.settled()
  const by = (text: string) => toInstant(mustInstant(text) + 2 * HOUR_MS)
  const times = { startMs: by(booking.start_time), endMs: by(booking.end_time) }
  const { total: quotedTotalMinor, tariff_version: tariffVersion } = booking
  const later = { booking, park, ...times, quotedTotalMinor, tariffVersion, minRefundMinor: booking.total }
  return { phone, booking, park, later }
}

const kept = async (phone: TestPhone): Promise<Record<string, string>> =>
  Object.fromEntries((await readBookings(phone.dbs)).value.map(({ booking_id: id, status }) => [id, status]))
const atProvider = async (phone: TestPhone): Promise<readonly Booking[]> =>
  valueOf(await listBookings(phone.client, 1, 10)).items
const isMove = (request: Request): boolean => request.url.endsWith('/move')

test('after a move the phone has the new booking with its pass, and the old one is cancelled on it at once', async () => {
  const { phone, booking, later } = await booked()
  const moved = valueOf(await moveBooking(later, phone))
  expect(moved.moved_from).toBe(booking.booking_id)
  expect(await kept(phone)).toEqual({ [booking.booking_id]: 'cancelled', [moved.booking_id]: 'active' })
  const rows = (await readBookings(phone.dbs)).value
  expect(rows.find(({ booking_id: id }) => id === moved.booking_id)?.pass).toEqual(moved.pass)
  expect(rows.find(({ booking_id: id }) => id === booking.booking_id)?.pass).toBeNull()
  expect(await readPending(phone.dbs)).toEqual([])
})

test('fault 1: a move whose answer was lost is told again by its key, moves once and ends what the phone shows', async () => {
  const { phone, booking, later } = await booked()
  phone.line.through = answerLost(isMove, 99)
  const key = await lostKeyOf(moveBooking(later, phone))
  expect(await kept(phone)).toEqual({ [booking.booking_id]: 'active' })
  phone.line.through = passing
  expect(valueOf(await tryAgain(key, phone))).toMatchObject({ booking: { moved_from: booking.booking_id } })
  expect(Object.values(await kept(phone)).toSorted()).toEqual(['active', 'cancelled'])
  expect(await atProvider(phone)).toHaveLength(2)
})

test('fault 1: the next tap for the same goes on with the move that was lost, at whatever price it shows', async () => {
  const { phone, later } = await booked()
  phone.line.through = answerLost(isMove, 99)
  const key = await lostKeyOf(moveBooking(later, phone))
  phone.line.through = passing
  const again = valueOf(await moveBooking({ ...later, quotedTotalMinor: 1 }, phone))
  expect(again.total).toBe(later.quotedTotalMinor)
  expect((await tryAgain(key, phone)).ok).toBe(true)
  expect(await atProvider(phone)).toHaveLength(2)
})

test('fault 12: one move tapped in two tabs is done once, and both tabs get it', async () => {
  const { phone, later } = await booked()
  const answers = await Promise.all([phone, phone.tab()].map((tab) => moveBooking(later, tab)))
  const [first, second] = answers.map(valueOf)
  expect(first?.booking_id).toBe(must(second, 'second').booking_id)
  expect(await atProvider(phone)).toHaveLength(2)
})

test('what another phone moved away is changed by this one no more', async () => {
  const { phone, booking, later } = await booked()
  valueOf(await moveBooking(later, phone))
  expect(errorOf(await changeBookingPlate({ booking, plate: 'NEW 123' }, phone))).toMatchObject({
    ...{ kind: 'refused', code: 'booking_not_active' },
  })
})

test('another price than was shown is refused with the price of now, and nothing is moved', async () => {
  const { phone, booking, later } = await booked()
  const refused = errorOf(await moveBooking({ ...later, quotedTotalMinor: 1 }, phone))
  expect(refused).toMatchObject({ kind: 'refused', code: 'price_changed', extra: { total: booking.total } })
  expect(await kept(phone)).toEqual({ [booking.booking_id]: 'active' })
})

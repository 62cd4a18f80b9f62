import { expect, test } from 'vitest'
import type { Booking } from '../../../src/contract/bookings.ts'
import { toBookingId, toParkId } from '../../../src/domain/ids.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/instant.ts'
import { uuid7 } from '../../../src/lib/uuid7.ts'
import type { Answered, Asked } from './both.ts'
import { after, bookingIn, codeOf, dataIn, Scenes, SINGLE, TRIPLE } from './scenes.ts'

const scenes = Scenes.play()
const { book, bookingOf, compare, iso, look, mustBook, newKey, write } = scenes

const extend = (
  booking: Booking,
  changes: Record<string, unknown> = {},
  asked: Partial<Asked> = {},
): Promise<Answered> =>
  write({
    method: 'POST',
    path: '/bookings/extend',
    body: {
      booking_id: booking.booking_id,
      base_end_time: booking.end_time,
      new_end_time: after(booking.end_time, 60),
      max_price: 400,
      ...changes,
    },
    ...asked,
  })
const cancel = (booking: Booking, query = '', asked: Partial<Asked> = {}): Promise<Answered> =>
  write({ method: 'PUT', path: `/bookings/${booking.booking_id}/status?status=cancelled${query}`, ...asked })
const renew = (booking: Booking, query: string): Promise<Answered> =>
  write({ method: 'PUT', path: `/bookings/${booking.booking_id}/status?status=active${query}` })
const move = (booking: Booking, changes: Record<string, unknown> = {}, asked: Partial<Asked> = {}): Promise<Answered> =>
  write({
    method: 'POST',
    path: `/bookings/${booking.booking_id}/move`,
    body: {
      ...{ park_id: booking.park_id, start_time: after(booking.start_time, 30), end_time: after(booking.end_time, 30) },
      ...{ base_start_time: booking.start_time, base_end_time: booking.end_time },
      ...{ quoted_total: 450, tariff_version: 'v1', min_refund: 450 },
      ...changes,
    },
    ...asked,
  })
const putPlate = (booking: Booking, body: Record<string, unknown>): Promise<Answered> =>
  write({ method: 'PUT', path: `/bookings/${booking.booking_id}/vehicle`, body })

test('a booking, its extension and its cancel, with the money of each', async () => {
  const booking = await mustBook()
  await look(`/bookings/${booking.booking_code}`)
  const extended = bookingIn(await extend(booking))
  expect(extended).toMatchObject({ version: 2, total: 850 })
  expect(bookingIn(await cancel(extended, '&min_refund=850'))).toMatchObject({ version: 3, refund: 850 })
  expect(codeOf(await cancel(extended))).toBe('booking_not_active')
  expect(codeOf(await extend(extended))).toBe('booking_not_active')
  await compare()
})

test('a replay gets the stored answer, another body under the key none', async () => {
  const key = newKey()
  const body = bookingOf()
  const first = await book(body, { key })
  scenes.both.advance(3 * HOUR_MS)
  expect((await book(body, { key })).headers['idempotent-replayed']).toBe('true')
  expect(codeOf(await book({ ...body, end_time: after(body.end_time, 30) }, { key }))).toBe('idempotency_key_reused')
  expect((await book(body, { key, as: 1 })).status).toBe(422)
  const booking = await mustBook()
  const change = newKey()
  await extend(booking, {}, { key: change })
  expect((await extend(booking, {}, { key: change })).headers['idempotent-replayed']).toBe('true')
  expect(codeOf(await extend(booking, { max_price: 401 }, { key: change }))).toBe('idempotency_key_reused')
  expect(codeOf(await cancel(booking, '', { key: change }))).toBe('idempotency_key_reused')
  expect(codeOf(await book(body, { key: 'with space' }))).toBe('idempotency_key_required')
  expect(bookingIn(first).version).toBe(1)
  await compare()
})

test('an extension on a stale base is refused; one whose goal holds succeeds without effect', async () => {
  const booking = await mustBook()
  await extend(booking)
  expect(codeOf(await extend(booking, { new_end_time: after(booking.end_time, 90) }))).toBe('stale_base')
  expect(bookingIn(await extend(booking)).version).toBe(2)
  expect(codeOf(await extend(booking, { new_end_time: after(booking.end_time, 30) }))).toBe('stale_base')
  expect(codeOf(await extend(booking, { new_end_time: 'tomorrow' }))).toBe('validation_failed')
  await compare()
})

test('an extension is taken within the grace and refused after it', async () => {
  const booking = await mustBook()
  scenes.both.advance(Date.parse(booking.end_time) - scenes.both.nowMs + 9 * MINUTE_MS)
  const extended = bookingIn(await extend(booking))
  expect(codeOf(await cancel(booking))).toBeUndefined()
  const second = await mustBook()
  scenes.both.advance(Date.parse(second.end_time) - scenes.both.nowMs + 10 * MINUTE_MS)
  expect(codeOf(await extend(second))).toBe('grace_over')
  expect(codeOf(await cancel(second))).toBe('booking_ended')
  expect(extended.version).toBe(2)
  await compare()
})

test('a price above the accepted maximum and a refund below the accepted minimum are refused', async () => {
  const booking = await mustBook({ end_time: iso(180), quoted_total: 850 })
  expect(codeOf(await extend(booking, { max_price: 399 }))).toBe('max_price_exceeded')
  scenes.both.advance(91 * MINUTE_MS)
  expect(codeOf(await cancel(booking, '&min_refund=850'))).toBe('refund_below_minimum')
  expect(bookingIn(await cancel(booking)).refund).toBeGreaterThan(0)
  await compare()
})

test('a dearer tariff leaves the added part at the price that was booked; the superseded version holds for a day and an hour', async () => {
  const booking = await mustBook({ park_id: TRIPLE })
  await scenes.both.raiseTariff(toParkId(TRIPLE), 333)
  await look('/front/parks/seed-park-2')
  expect(bookingIn(await extend(booking)).total).toBe(450 + 400)
  const tomorrow = { park_id: TRIPLE, start_time: iso(2880), end_time: iso(2940) }
  expect((await book(tomorrow)).status).toBe(201)
  scenes.both.advance(DAY_MS + HOUR_MS)
  const later = { ...tomorrow, start_time: iso(2880), end_time: iso(2940) }
  expect(codeOf(await book(later))).toBe('price_changed')
  expect((await book({ ...later, quoted_total: 716, tariff_version: 'v2' })).status).toBe(201)
  await compare()
})

/** The price of an hour after the second park's tariff has gone up. */
const atThree = { quoted_total: 716, tariff_version: 'v2' }

test('a full park names the nearest free times and parks; an extension claims only the added part', async () => {
  const booking = await mustBook({ park_id: SINGLE })
  expect(codeOf(await book({ park_id: SINGLE, start_time: iso(90), end_time: iso(150) }))).toBe('park_full')
  expect(codeOf(await book({ park_id: SINGLE, start_time: iso(30), end_time: iso(90) }, { as: 1 }))).toBe('park_full')
  await mustBook({ park_id: SINGLE, start_time: iso(150), end_time: iso(210) }, { as: 1 })
  expect(codeOf(await extend(booking))).toBe('park_full')
  expect(bookingIn(await extend(booking, { new_end_time: after(booking.end_time, 30) })).version).toBe(2)
  await cancel(booking)
  expect((await book({ park_id: SINGLE })).status).toBe(201)
  for (const park of ['1', 'seed-park-1', '99', 'no-such-park']) await look(`/front/parks/${park}`)
  await look(`/front/parks/1/quote?start_time=${iso(60)}&end_time=${iso(120)}`)
  await look('/front/parks/1/rate')
  // One leaves as the next arrives: two bookings, one space.
  await mustBook({ park_id: TRIPLE, start_time: iso(300), end_time: iso(360), ...atThree })
  await mustBook({ park_id: TRIPLE, start_time: iso(360), end_time: iso(420), ...atThree })
  const quote = dataIn(await look(`/front/parks/2/quote?start_time=${iso(300)}&end_time=${iso(420)}`))
  expect(quote).toMatchObject({ available: 2 })
  await compare()
})

test('a held space is taken, unlisted and without a pass until the hold is over', async () => {
  const held = await mustBook({ park_id: SINGLE })
  const { booking_id, booking_code } = held
  await scenes.both.holdUntil(toBookingId(booking_id), scenes.both.nowMs + 15 * MINUTE_MS)
  expect((await look('/bookings/list?size=100')).body).not.toMatchObject({ items: [{ booking_id }] })
  expect(bookingIn(await look(`/bookings/${booking_code}`)).pass).toBeNull()
  expect(codeOf(await book({ park_id: SINGLE }, { as: 1 }))).toBe('park_full')
  expect(codeOf(await extend(held))).toBe('booking_not_active')
  scenes.both.advance(15 * MINUTE_MS)
  expect((await book({ park_id: SINGLE, start_time: iso(45), end_time: iso(105) }, { as: 1 })).status).toBe(201)
  expect(bookingIn(await cancel(held))).toMatchObject({ status: 'cancelled', refund: null, hold_until: null })
  await compare()
})

test('a wallet that is too low is told what is missing and keeps what it has', async () => {
  const booking = await mustBook()
  await scenes.both.setBalance(0, 399)
  const refused = await extend(booking)
  expect(refused.body).toMatchObject({ code: 'wallet_too_low', missing: 1, balance: 399 })
  expect(codeOf(await book())).toBe('wallet_too_low')
  await scenes.both.setBalance(0, 400)
  expect(bookingIn(await extend(booking)).version).toBe(2)
  await scenes.both.setBalance(0, 1_000_000)
  await compare()
})

test('a refused request has no effect, and none under its key later', async () => {
  const booking = await mustBook()
  await scenes.both.setBalance(0, 0)
  const key = newKey()
  expect((await extend(booking, {}, { key })).status).toBe(409)
  await scenes.both.compareRows()
  await scenes.both.setBalance(0, 1_000_000)
  expect((await extend(booking, {}, { key })).status).toBe(409)
  expect((await extend(booking)).status).toBe(200)
  await compare()
})

test('a cancelled booking is renewed at the price of now, and its retained money is counted', async () => {
  const booking = await mustBook({ start_time: iso(60), end_time: iso(240), quoted_total: 1250 })
  scenes.both.advance(100 * MINUTE_MS)
  const cancelled = bookingIn(await cancel(booking))
  expect(codeOf(await renew(cancelled, '&quoted_total=1&tariff_version=v1'))).toBe('price_changed')
  expect(codeOf(await renew(cancelled, ''))).toBe('validation_failed')
  expect(bookingIn(await renew(cancelled, '&quoted_total=1050&tariff_version=v1')).status).toBe('active')
  expect(codeOf(await renew(cancelled, '&quoted_total=1050&tariff_version=v1'))).toBe('booking_not_cancelled')
  expect(bookingIn(await cancel(cancelled)).refund).toBeGreaterThan(0)
  await compare()
})

test('a new plate is a new pass; the same one changes nothing', async () => {
  const booking = await mustBook()
  expect(bookingIn(await putPlate(booking, { plate: 'new 1' })).pass?.sequence).toBe(2)
  expect(bookingIn(await putPlate(booking, { plate: 'NEW1' })).version).toBe(2)
  expect(codeOf(await putPlate(booking, { plate: '!' }))).toBe('plate_invalid')
  expect(codeOf(await putPlate(booking, { vehicle_id: uuid7(scenes.both.nowMs) }))).toBe('vehicle_not_found')
  await compare()
})

test('what the body, the times or the path refuse', async () => {
  const cases: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
    ['park_not_found', { park_id: 99 }],
    ['park_not_found', { park_id: 4_000_000_000 }],
    ['start_in_past', { start_time: iso(-60), end_time: iso(60) }],
    ['end_not_after_start', { end_time: iso(60) }],
    ['times_invalid', { end_time: iso(121) }],
    ['stay_too_long', { end_time: iso(60 * 24 * 300) }],
    ['price_changed', { quoted_total: 449 }],
    ['vehicle_not_found', { vehicle_id: uuid7(scenes.both.nowMs) }],
    ['coupon_not_found', { promo_code: 'FREE' }],
    ['validation_failed', { plate: 7 }],
  ]
  for (const [code, changes] of cases) expect(codeOf(await book(changes))).toBe(code)
  expect(codeOf(await write({ method: 'POST', path: '/bookings', body: '{' }))).toBe('validation_failed')
  expect(codeOf(await write({ method: 'PUT', path: '/bookings/nonsense/status?status=cancelled' }))).toBe(
    'booking_not_found',
  )
  expect((await look('/bookings/list?size=101')).status).toBe(422)
  expect((await scenes.both.ask({ method: 'GET', path: '/bookings/list' })).status).toBe(401)
  await compare()
})

test('another driver’s booking is as unknown as one that never was', async () => {
  const booking = await mustBook()
  const asked = { as: 1 }
  expect(codeOf(await cancel(booking, '', asked))).toBe('booking_not_found')
  expect(codeOf(await extend(booking, {}, asked))).toBe('booking_not_found')
  expect((await look(`/bookings/${booking.booking_code}`, 1)).status).toBe(404)
  expect(codeOf(await cancel({ ...booking, booking_id: booking.booking_id.toUpperCase() }))).toBeUndefined()
  await compare()
})

test('a booking is moved to other times and another park, and its money with it', async () => {
  const booking = await mustBook()
  const key = newKey()
  const later = bookingIn(await move(booking, {}, { key }))
  expect(later).toMatchObject({ moved_from: booking.booking_id, version: 1, total: 450 })
  expect((await move(booking, {}, { key })).headers['idempotent-replayed']).toBe('true')
  expect(codeOf(await move(booking))).toBe('booking_not_active')
  const single = bookingIn(await move(later, { park_id: SINGLE }))
  expect(codeOf(await book({ park_id: SINGLE, start_time: iso(90), end_time: iso(150) }, { as: 1 }))).toBe('park_full')
  const other = await mustBook({}, { as: 1 })
  expect(codeOf(await move(other, { park_id: SINGLE }, { as: 1 }))).toBe('park_full')
  expect(codeOf(await move(other, {}, { as: 0 }))).toBe('booking_not_found')
  expect(codeOf(await move(single, { quoted_total: 449 }))).toBe('price_changed')
  expect(codeOf(await move(single, { min_refund: 451 }))).toBe('refund_below_minimum')
  expect(codeOf(await move(single, { base_end_time: iso(1) }))).toBe('stale_base')
  for (const path of [single, later, booking].map(({ booking_code: code }) => `/bookings/${code}`)) await look(path)
  const shorter = { start_time: single.start_time, end_time: after(single.start_time, 30), quoted_total: 250 }
  const short = bookingIn(await move(single, shorter))
  await look('/wallet/transactions?currency=CAD')
  scenes.both.advance(Date.parse(short.start_time) - scenes.both.nowMs)
  expect(codeOf(await move(short))).toBe('stay_begun')
  await compare()
})

test('a move that the wallet cannot pay leaves the booking as it was; after five that gave it back in full there is no sixth', async () => {
  await scenes.both.setBalance(0, 450)
  const booking = await mustBook()
  const longer = { end_time: after(booking.end_time, 60), start_time: booking.start_time, quoted_total: 850 }
  expect(codeOf(await move(booking, longer))).toBe('wallet_too_low')
  await scenes.both.setBalance(0, 400)
  let current = bookingIn(await move(booking, longer))
  const ends = [
    [30, 250],
    [60, 450],
    [30, 250],
    [60, 450],
  ] as const
  const moveTo = ([minutes, quoted_total]: (typeof ends)[number]) => {
    const times = { start_time: current.start_time, end_time: after(current.start_time, minutes) }
    return move(current, { ...times, min_refund: 0, quoted_total })
  }
  for (const end of ends) current = bookingIn(await moveTo(end))
  expect(codeOf(await moveTo([30, 250]))).toBe('too_many_cancellations')
  await scenes.both.setBalance(0, 1_000_000)
  await compare()
})

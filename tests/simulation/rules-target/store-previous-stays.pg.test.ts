import { expect, test } from 'vitest'
import type { Booking } from '../../../src/contract/bookings.ts'
import { toParkId } from '../../../src/domain/ids.ts'
import { MINUTE_MS } from '../../../src/domain/instant.ts'
import type { Answered } from './both.ts'
import { after, bookingIn, codeOf, Scenes, WIDE } from './scenes.ts'

const scenes = Scenes.play()
const { book, compare, iso, mustBook, write } = scenes

const status = ({ booking_id: id }: Booking, query: string, as = 0): Promise<Answered> =>
  write({ method: 'PUT', path: `/bookings/${id}/status?status=${query}`, as })
const putPlate = ({ booking_id: id }: Booking, plate: string, as = 0): Promise<Answered> =>
  write({ method: 'PUT', path: `/bookings/${id}/vehicle`, body: { plate }, as })
const extend = ({ booking_id, end_time }: Booking, as = 0): Promise<Answered> => {
  const body = { booking_id, base_end_time: end_time, new_end_time: after(end_time, 30), max_price: 1_000 }
  return write({ method: 'POST', path: '/bookings/extend', body, as })
}

test('stays that continue each other, by plate and by driver, booked, extended, cancelled, renewed and given another plate', async () => {
  await scenes.both.raiseTariff(toParkId(WIDE), 200, { reentryMinutes: 60 })
  // The half hour is free; the service fee is 50.
  const agreed = { tariff_version: 'v2', quoted_total: 50 }
  const at = (from: number, to: number) => ({ ...agreed, start_time: iso(from), end_time: iso(to) })
  const first = await mustBook(at(0, 30))
  expect(codeOf(await book(at(30, 60)))).toBe('price_changed')
  expect(codeOf(await book(at(30, 60), { as: 1 }))).toBe('price_changed')
  expect(codeOf(await book({ ...at(30, 60), plate: 'other 1' }))).toBe('price_changed')
  const next = await mustBook({ ...at(90, 120), quoted_total: 250 })
  const stranger = await mustBook({ ...at(0, 30), plate: 'ZZZ999' }, { as: 1 })
  expect(codeOf(await putPlate(stranger, 'abc-123', 1))).toBe('plate_continues')
  expect(bookingIn(await extend(first)).total).toBe(250)
  await compare()
  scenes.both.advance(20 * MINUTE_MS)
  await putPlate(stranger, 'YYY888', 1)
  await status(first, 'cancelled')
  expect(codeOf(await status(first, 'active&quoted_total=50&tariff_version=v2'))).toBe('price_changed')
  await status(first, 'active&quoted_total=250&tariff_version=v2')
  await status(next, 'cancelled')
  expect(codeOf(await book({ ...at(30, 60), plate: 'ZZZ999' }))).toBe('price_changed')
  await compare()
})

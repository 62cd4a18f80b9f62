import { describe, expect, test } from 'vitest'
import { againFrom, lastStay } from '../../../src/parts/park-again/last-stay.ts'
import { HOUR_MS, mustInstant } from '../../../src/domain/instant.ts'
import type { BookingView } from '../../../src/queries/query.ts'
import { viewBooking } from '../../../src/queries/view-bookings.ts'
import { bookingOf } from '../../sync/support/small-provider.ts'

const NOW = mustInstant('2026-11-21T10:02:00Z')

const stay = (id: string, fromHours: number, changes: Parameters<typeof bookingOf>[1] = {}): BookingView => {
  const at = (ms: number) => new Date(NOW + ms).toISOString()
  const times = { start_time: at(fromHours * HOUR_MS), end_time: at((fromHours + 2) * HOUR_MS) }
  return viewBooking(bookingOf(id, { ...times, ...changes }), [])
}
const idOf = (booking: BookingView | null) => booking?.booking_id ?? null

describe('the stay that is offered again', () => {
  test('is the last one that is over, anywhere or at one car park', () => {
    const bookings = [stay('ahead', 24), stay('second', -5, { park_id: 2 }), stay('first', -30)]
    expect(idOf(lastStay(bookings, NOW))).toBe('second')
    expect(idOf(lastStay(bookings, NOW, 1))).toBe('first')
    expect(lastStay(bookings, NOW, 3)).toBeNull()
  })

  test('is none that was cancelled, and none while one runs or may still be extended', () => {
    expect(lastStay([stay('cancelled', -5, { status: 'cancelled' })], NOW)).toBeNull()
    expect(lastStay([stay('running', -1), stay('before', -30)], NOW)).toBeNull()
    expect(lastStay([stay('grace', -2 - 5 / 60), stay('before', -30)], NOW)).toBeNull()
    expect(idOf(lastStay([stay('running', -1), stay('elsewhere', -30, { park_id: 2 })], NOW, 2))).toBe('elsewhere')
  })

  test('is on home for three months, and at its car park for good', () => {
    const bookings = [stay('long ago', -24 * 120)]
    expect(lastStay(bookings, NOW)).toBeNull()
    expect(idOf(lastStay(bookings, NOW, 1))).toBe('long ago')
  })

  test('begins at the next five minutes and is as long as last time, over the end of summer time too', () => {
    const { from, until } = againFrom(stay('b', -30), NOW)
    expect([from, until - from]).toEqual([mustInstant('2026-11-21T10:05:00Z'), 2 * HOUR_MS])
    const change = mustInstant('2026-11-01T05:30:00Z')
    expect(againFrom(stay('b', -30), change).until).toBe(change + 2 * HOUR_MS)
  })
})

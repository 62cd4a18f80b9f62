import { expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { isBookingDone } from '../../src/outbox/commands/is-done.ts'
import { bookedEventOf } from '../contract/support/events.ts'
import { bookingOf } from '../sync/support/small-provider.ts'

// An answer about an earlier state; no other field of the booking is read.
const booking = {
  booking_id: 'b-1',
  plate: 'OLD 1',
  status: 'completed',
  end_time: '2026-11-23T14:00:00Z',
} as unknown as Booking

test('an answer about the old plate does not end a change of plate, however the new one is written', () => {
  const command = { kind: 'booking.change_plate', bookingId: 'b-1', body: { plate: 'new-1' } } as const
  expect(isBookingDone(command, booking)).toBe(false)
  expect(isBookingDone(command, { ...booking, plate: 'NEW 1' })).toBe(true)
})

test('an answer about a stay that is over does not end its renewal', () => {
  const command = { kind: 'booking.renew', bookingId: 'b-1', quotedTotal: 100, tariffVersion: 'v1' } as const
  expect(isBookingDone(command, booking)).toBe(false)
  expect(isBookingDone(command, { ...booking, status: 'active' })).toBe(true)
})

test('an answer about another booking ends nothing', () => {
  const command = { kind: 'booking.change_plate', bookingId: 'b-2', body: { plate: 'OLD 1' } } as const
  expect(isBookingDone(command, booking)).toBe(false)
})

test('a booking is moved where another one, active, says that it was moved there: elsewhere, earlier or cancelled since is not that move', () => {
  const body = {
    ...{ park_id: 7, start_time: '2026-11-21T14:00:00Z', end_time: '2026-11-21T15:00:00Z' },
    ...{ base_start_time: '2026-11-21T10:00:00Z', base_end_time: '2026-11-21T12:00:00Z' },
    ...{ quoted_total: 450, tariff_version: 'v1', min_refund: 600 },
  }
  const command = { kind: 'booking.move', bookingId: 'b-1', parkName: 'Queen', body } as const
  const moved = { moved_from: 'b-1', park_id: 7, start_time: body.start_time, end_time: body.end_time }
  expect(isBookingDone(command, bookingOf('b-2', moved))).toBe(true)
  expect(isBookingDone(command, bookingOf('b-2', { ...moved, start_time: '2026-11-21T14:00:00.000Z' }))).toBe(true)
  expect(isBookingDone(command, bookingOf('b-1', { ...moved, moved_from: 'b-0' }))).toBe(false)
  expect(isBookingDone(command, bookingOf('b-2', { ...moved, park_id: 8 }))).toBe(false)
  expect(isBookingDone(command, bookingOf('b-2', { ...moved, end_time: '2026-11-21T16:00:00Z' }))).toBe(false)
  expect(isBookingDone(command, bookingOf('b-2', { ...moved, status: 'cancelled' }))).toBe(false)
  expect(isBookingDone(command, bookingOf('b-1', { status: 'cancelled', cancel_reason: 'moved' }))).toBe(false)
})

test('a booking is kept for a new date once nothing is to be chosen and the date is the one that was kept', () => {
  const command = { kind: 'booking.keep_event', bookingId: 'b-1', parkingFrom: '2026-12-12T22:00:00Z' } as const
  const kept = bookingOf('b-1', { event: bookedEventOf({ choose_by: null }) })
  expect(isBookingDone(command, kept)).toBe(true)
  expect(isBookingDone(command, { ...kept, event: bookedEventOf() })).toBe(false)
  expect(isBookingDone({ ...command, parkingFrom: '2026-12-19T22:00:00Z' }, kept)).toBe(false)
  expect(isBookingDone(command, { ...kept, status: 'cancelled' })).toBe(false)
  expect(isBookingDone(command, bookingOf('b-1'))).toBe(false)
})

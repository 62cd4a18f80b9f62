import { expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { isBookingDone } from '../../src/outbox/commands/is-done.ts'

// As the provider said it of something earlier: the rest of a booking is not asked.
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

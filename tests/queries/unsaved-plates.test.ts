import { expect, test } from 'vitest'
import { DAY_MS } from '../../src/domain/instant.ts'
import { findUnsavedPlates } from '../../src/queries/use-unsaved-plates.ts'
import { BOOKING_ID, bookingOf, END, VEHICLE_ID, vehicleOf } from '../sync/support/small-provider.ts'

const NOW = Date.parse(END)
const booked = (plate: string, changes: Parameters<typeof bookingOf>[1] = {}) =>
  bookingOf(BOOKING_ID, { plate, ...changes })

test('a plate that was typed for a booking is offered with its type and the country of the car park', () => {
  const offers = findUnsavedPlates([booked('CKTB482', { vehicle_type_id: 2, currency: 'XOF' })], [], NOW)
  expect(offers).toEqual([
    {
      plate: 'CKTB482',
      vehicle_type_id: 2,
      country_code: 'SN',
      region: null,
      label: null,
      colour: null,
      make: null,
      model: null,
    },
  ])
})

test('a plate that a vehicle has, however it was typed, is not offered, and another one once', () => {
  const bookings = [booked('abc 123'), booked('NEW1'), booked('new-1')]
  expect(findUnsavedPlates(bookings, [vehicleOf(VEHICLE_ID)], NOW).map(({ plate }) => plate)).toEqual(['NEW1'])
})

test('plates of long ago are not offered, and three at most', () => {
  expect(findUnsavedPlates([booked('OLD1')], [], NOW + 31 * DAY_MS)).toEqual([])
  expect(
    findUnsavedPlates(
      ['A1', 'B2', 'C3', 'D4'].map((plate) => booked(plate)),
      [],
      NOW,
    ),
  ).toHaveLength(3)
})

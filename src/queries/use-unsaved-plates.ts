import type { Booking } from '../contract/bookings.ts'
import type { Vehicle } from '../contract/vehicles.ts'
import { readBookings } from '../db/read/bookings.ts'
import { readNotMine } from '../db/read/not-mine.ts'
import type { Saved } from '../db/read/saved.ts'
import { readVehicles } from '../db/read/vehicles.ts'
import type { VehicleInput } from '../domain/commands.ts'
import { COUNTRIES } from '../domain/country.ts'
import { DAY_MS } from '../domain/instant.ts'
import { normalisePlate } from '../domain/plate.ts'
import { systemClock } from '../lib/clock.ts'
import { type Query, useSaved } from './query.ts'

/** A plate unused for longer is not worth offering. */
const OFFERED_MS = 30 * DAY_MS
const MAX_OFFERS = 3

/** A plate used in bookings that no vehicle has: prefills the vehicle form. */
export type UnsavedPlate = VehicleInput

const toOffer = ({ plate, vehicle_type_id, currency }: Booking): UnsavedPlate => ({
  plate,
  vehicle_type_id,
  // A car park's currency is that of its country, which its address does not name.
  country_code: COUNTRIES.find((country) => country.currency === currency)?.code ?? 'NG',
  region: null,
  label: null,
  colour: null,
  make: null,
  model: null,
})

/** Returns plates, newest first. `bookings` are in that order; a vehicle waiting to be deleted still counts. */
export function findUnsavedPlates(
  bookings: readonly Booking[],
  vehicles: readonly Vehicle[],
  nowMs: number,
): readonly UnsavedPlate[] {
  const known = new Set(vehicles.map(({ plate_normalised: plate }) => plate))
  const offers = bookings.flatMap((booking) => {
    const plate = normalisePlate(booking.plate)
    if (known.has(plate) || nowMs - Date.parse(booking.end_time) > OFFERED_MS) return []
    known.add(plate)
    return [toOffer(booking)]
  })
  return offers.slice(0, MAX_OFFERS)
}

async function readUnsavedPlates(): Promise<Saved<readonly UnsavedPlate[]>> {
  const [bookings, vehicles, notMine] = await Promise.all([readBookings(), readVehicles(), readNotMine()])
  const own = bookings.value.filter(({ plate }) => !notMine.has(normalisePlate(plate)))
  return { value: findUnsavedPlates(own, vehicles.value, systemClock.now()), savedAt: null }
}

export const useUnsavedPlates = (): Query<readonly UnsavedPlate[]> => useSaved(readUnsavedPlates, [])

import type { Booking } from '../../contract/bookings.ts'
import type { Vehicle } from '../../contract/vehicles.ts'
import type { CommandOf } from '../../db/command.ts'
import { graceEndOf } from '../../domain/booking.ts'
import type { VehicleInput } from '../../domain/commands.ts'

export interface ExtendInput {
  /** The booking as the driver saw it. */
  readonly booking: Booking
  /** Epoch milliseconds. */
  readonly newEndMs: number
  readonly maxPriceMinor: number
}

/** Expires once the grace period after the end that the driver saw is over: by then the stay has ended. */
export const extendBookingCommand = ({
  booking,
  newEndMs,
  maxPriceMinor,
}: ExtendInput): CommandOf<'booking.extend'> => ({
  kind: 'booking.extend',
  bookingId: booking.booking_id,
  baseEnd: booking.end_time,
  newEnd: new Date(newEndMs).toISOString(),
  maxPriceMinor,
  notAfter: new Date(graceEndOf(booking)).toISOString(),
})

/**
 * Carries the version that the driver saw, so that an edit from another phone in between is rejected instead of
 * overwritten.
 */
export const editVehicleCommand = (seen: Vehicle, vehicle: VehicleInput): CommandOf<'vehicle.edit'> => ({
  kind: 'vehicle.edit',
  vehicleId: seen.id,
  vehicle,
  baseVersion: seen.version,
})

import type { Booking } from '../../contract/bookings.ts'
import type { Favourite } from '../../contract/favourites.ts'
import type { Vehicle } from '../../contract/vehicles.ts'
import type { Command, CommandOf } from '../../db/command.ts'
import type { FavouriteCommand, VehicleCommand } from '../../domain/commands.ts'
import { normalisePlate } from '../../domain/plate.ts'
import { unreachable } from '../../lib/assert.ts'

type OfBooking = Extract<Command, { readonly bookingId: string }>

/** A moved booking becomes a new one that refers to the old one. */
const isMoveDone = ({ bookingId, body }: CommandOf<'booking.move'>, booking: Booking): boolean =>
  booking.moved_from === bookingId &&
  booking.status === 'active' &&
  booking.park_id === body.park_id &&
  Date.parse(booking.start_time) === Date.parse(body.start_time) &&
  Date.parse(booking.end_time) === Date.parse(body.end_time)

/** No choice is pending, and the booking is for the accepted date. */
const isKept = ({ parkingFrom }: CommandOf<'booking.keep_event'>, { status, event }: Booking): boolean =>
  status === 'active' && event?.choose_by === null && Date.parse(event.parking_from) === Date.parse(parkingFrom)

/**
 * Returns whether the booking is already as the command wants it, so that repeating the command would change nothing.
 */
export function isBookingDone(command: OfBooking, booking: Booking): boolean {
  if (command.kind === 'booking.move') return isMoveDone(command, booking)
  if (booking.booking_id !== command.bookingId) return false
  switch (command.kind) {
    case 'booking.cancel':
      return booking.status === 'cancelled'
    case 'booking.extend':
    case 'booking.shorten':
      return Date.parse(booking.end_time) === Date.parse(command.newEnd)
    case 'booking.pay_overstay':
      return (booking.overstay?.paid ?? 0) > command.paidMinor
    case 'booking.renew':
      return booking.status === 'active'
    case 'booking.keep_event':
      return isKept(command, booking)
    case 'booking.change_plate':
      return normalisePlate(booking.plate) === normalisePlate(command.body.plate)
    default:
      return unreachable(command)
  }
}

function isEditDone(command: CommandOf<'vehicle.edit'>, vehicle: Vehicle): boolean {
  const { plate, ...wanted } = command.vehicle
  const sameFields = Object.entries(wanted).every(
    ([field, value]) => vehicle[field as keyof typeof wanted] === (value ?? null),
  )
  return sameFields && vehicle.plate_normalised === normalisePlate(plate)
}

/** The same for a vehicle. A deletion is never done while the vehicle exists. */
export function isVehicleDone(command: VehicleCommand, vehicle: Vehicle): boolean {
  if (command.kind === 'vehicle.edit') return isEditDone(command, vehicle)
  return command.kind === 'vehicle.add' || (command.kind === 'vehicle.set_default' && vehicle.is_default)
}

/** The same for the review of a stay. */
export const isReviewDone = (
  { stay, review }: CommandOf<'review.set'>,
  { booking_id: id, review: said }: Booking,
): boolean =>
  id === stay &&
  said?.stars === review?.stars &&
  (said?.text ?? null) === (review?.text ?? null) &&
  (review?.photo === undefined || said?.photo?.photo_id === review.photo?.id)

/** The same for a favourite, added or removed. */
export const isFavouriteDone = (
  { kind, parkId }: FavouriteCommand,
  favourite: Pick<Favourite, 'park_id' | 'is_favourite'>,
): boolean => favourite.park_id === parkId && favourite.is_favourite === (kind === 'favourite.add')

import type { ApiError } from '../../api/api-error.ts'
import type { Booking, CreateBookingBody } from '../../contract/bookings.ts'
import type { Favourite } from '../../contract/favourites.ts'
import type { Vehicle } from '../../contract/vehicles.ts'
import type { Command, CommandOf } from '../../db/command.ts'
import type { OutboxRow } from '../../db/outbox-row.ts'
import {
  type FavouriteCommand,
  isFavouriteCommand,
  isVehicleCommand,
  type VehicleCommand,
} from '../../domain/commands.ts'
import { normalisePlate } from '../../domain/plate.ts'
import { ok, type Result } from '../../lib/result.ts'
import { isBookingDone, isVehicleDone } from '../../outbox/commands/is-done.ts'
import { isKeyForgotten } from '../../outbox/settle.ts'
import { pullBookings } from '../pull/pull-bookings.ts'
import { pullFavourites } from '../pull/pull-favourites.ts'
import { pullVehicles } from '../pull/pull-vehicles.ts'
import type { Work } from './row-steps.ts'
import type { Ack } from './to-call.ts'

interface Lists {
  readonly bookings: readonly Booking[]
  readonly vehicles: readonly Vehicle[]
}

const isSameTime = (a: string, b: string): boolean => Date.parse(a) === Date.parse(b)

/**
 * The provider stores no id of ours on a booking, so the one made by a request is recognised by its details and by
 * being new. The phone's clock is not used: one that is two days ahead would miss a booking that was paid for.
 */
const isBookingOf = (
  booking: Booking,
  { body, seen }: CommandOf<'booking.create'>,
  plate: string | undefined,
): boolean =>
  booking.status === 'active' &&
  !seen.includes(booking.booking_id) &&
  booking.park_id === body.park_id &&
  isSameTime(booking.start_time, body.start_time) &&
  isSameTime(booking.end_time, body.end_time) &&
  (plate === undefined || normalisePlate(booking.plate) === normalisePlate(plate))

const plateOf = (vehicles: readonly Vehicle[], asked: CreateBookingBody): string | undefined =>
  asked.plate ?? vehicles.find((vehicle) => vehicle.id === asked.vehicle_id)?.plate

function findBooking(command: Command, lists: Lists): Booking | undefined {
  if (command.kind === 'booking.create') {
    const plate = plateOf(lists.vehicles, command.body)
    return lists.bookings.find((booking) => isBookingOf(booking, command, plate))
  }
  return 'bookingId' in command ? lists.bookings.find((booking) => isBookingDone(command, booking)) : undefined
}

function findVehicleAck(command: VehicleCommand, vehicles: readonly Vehicle[]): Ack | undefined {
  const vehicle = vehicles.find((candidate) => candidate.id === command.vehicleId)
  if (vehicle === undefined)
    return command.kind === 'vehicle.delete' ? { kind: 'vehicle_gone', vehicleId: command.vehicleId } : undefined
  return isVehicleDone(command, vehicle) ? { kind: 'vehicle', vehicle } : undefined
}

/** A removed favourite is in no list, so a list never has a row to acknowledge its removal with. */
function findFavouriteAck(command: FavouriteCommand, favourites: readonly Favourite[]): Ack | undefined {
  const favourite = favourites.find(({ park_id: id }) => id === command.parkId)
  return command.kind === 'favourite.add' && favourite !== undefined ? { kind: 'favourite', favourite } : undefined
}

/**
 * Returns whether the lists may decide this request. A similar booking may be another phone's, so for a new booking
 * they count only where no key can: at a provider that ignores keys, or has forgotten this one. Lists never decide
 * about money.
 */
function isTold({ command, reconcile, firstSentAt }: OutboxRow, now: number): boolean {
  if (isVehicleCommand(command) || isFavouriteCommand(command) || 'bookingId' in command) return true
  return command.kind === 'booking.create' && (reconcile || isKeyForgotten({ firstSentAt }, now))
}

/** A stay may be booked for a saved vehicle, and its booking shows the plate; other commands need bookings only. */
const needsVehicles = (command: Command): boolean => isVehicleCommand(command) || command.kind === 'booking.create'

/**
 * Checks the provider's lists for the requested state. Returns undefined when they do not show it. Only reads, so it
 * has no effect.
 */
export async function findHeld({ phone, userId }: Work, row: OutboxRow): Promise<Result<Ack | undefined, ApiError>> {
  const { command } = row
  if (!isTold(row, phone.clock.now())) return ok(undefined)
  if (isFavouriteCommand(command)) {
    const favourites = await pullFavourites(phone, userId)
    return favourites.ok ? ok(findFavouriteAck(command, favourites.value)) : favourites
  }
  const vehicles = needsVehicles(command) ? await pullVehicles(phone, userId) : ok<readonly Vehicle[]>([])
  if (!vehicles.ok) return vehicles
  if (isVehicleCommand(command)) return ok(findVehicleAck(command, vehicles.value))
  const bookings = await pullBookings(phone, userId)
  if (!bookings.ok) return bookings
  const booking = findBooking(command, { bookings: bookings.value, vehicles: vehicles.value })
  return ok(booking === undefined ? undefined : { kind: 'booking', booking })
}

import type { ApiError } from '../../api/api-error.ts'
import type { Booking, CreateBookingBody } from '../../contract/bookings.ts'
import type { Vehicle } from '../../contract/vehicles.ts'
import type { Intent, Write } from '../../db/intent.ts'
import { isVehicleCommand, type VehicleCommand } from '../../domain/commands.ts'
import { normalisePlate } from '../../domain/plate.ts'
import { unreachable } from '../../lib/assert.ts'
import { ok, type Result } from '../../lib/result.ts'
import { isCancelDone } from '../../outbox/commands/cancel-booking.ts'
import { isEditDone } from '../../outbox/commands/edit-vehicle.ts'
import { isExtendDone } from '../../outbox/commands/extend-booking.ts'
import type { Phone } from '../phone.ts'
import { pullBookings } from '../pull/pull-bookings.ts'
import { pullVehicles } from '../pull/pull-vehicles.ts'
import type { Ack } from './send-write.ts'

const isSameTime = (a: string, b: string): boolean => Date.parse(a) === Date.parse(b)

interface Wanted {
  readonly body: CreateBookingBody
  readonly seen: readonly string[]
  readonly plate: string | undefined
}

/**
 * The provider keeps no name of ours on a booking, so the one made by an intent is told by everything that was asked for,
 * and by being new. The phone's clock is not asked: one that is two days ahead would deny a booking that was paid for.
 */
const isBookingOf = (booking: Booking, { body, seen, plate }: Wanted): boolean =>
  booking.status === 'active' &&
  !seen.includes(booking.booking_id) &&
  booking.park_id === body.park_id &&
  isSameTime(booking.start_time, body.start_time) &&
  isSameTime(booking.end_time, body.end_time) &&
  (plate === undefined || normalisePlate(booking.plate) === normalisePlate(plate))

const plateOf = (
  vehicles: readonly Vehicle[],
  asked: { vehicle_id?: string | undefined; plate?: string | undefined },
): string | undefined => asked.plate ?? vehicles.find((vehicle) => vehicle.id === asked.vehicle_id)?.plate

type BookingWrite = Exclude<Write, VehicleCommand>

function findBooking(write: BookingWrite, seen: readonly string[], lists: Lists): Booking | undefined {
  if (write.kind === 'booking.create') {
    const wanted = { body: write.body, seen, plate: plateOf(lists.vehicles, write.body) }
    return lists.bookings.find((booking) => isBookingOf(booking, wanted))
  }
  const booking = lists.bookings.find((candidate) => candidate.booking_id === write.bookingId)
  if (booking === undefined) return undefined
  return isHeld(write, booking, lists) ? booking : undefined
}

function isHeld(write: Exclude<BookingWrite, { kind: 'booking.create' }>, booking: Booking, lists: Lists): boolean {
  switch (write.kind) {
    case 'booking.cancel':
      return isCancelDone(booking)
    case 'booking.extend':
      return isExtendDone(write, booking)
    case 'booking.renew':
      return booking.status === 'active'
    case 'booking.change_plate': {
      const plate = plateOf(lists.vehicles, write.body)
      return plate !== undefined && normalisePlate(booking.plate) === normalisePlate(plate)
    }
    default:
      return unreachable(write)
  }
}

function findVehicleAck(write: VehicleCommand, vehicles: readonly Vehicle[]): Ack | undefined {
  const vehicle = vehicles.find((candidate) => candidate.id === write.vehicleId)
  if (write.kind === 'vehicle.delete')
    return vehicle === undefined ? { kind: 'vehicle_gone', vehicleId: write.vehicleId } : undefined
  if (vehicle === undefined) return undefined
  const isHeld =
    write.kind === 'vehicle.add' || (write.kind === 'vehicle.edit' ? isEditDone(write, vehicle) : vehicle.is_default)
  return isHeld ? { kind: 'vehicle', vehicle } : undefined
}

interface Lists {
  readonly bookings: readonly Booking[]
  readonly vehicles: readonly Vehicle[]
}

/**
 * Asks the provider, by reading, whether what the intent wanted already holds. Undefined: it does not, as far as the
 * provider's lists show. Sends nothing that could have an effect.
 */
export async function findDone(
  phone: Phone,
  userId: string,
  intent: Intent,
): Promise<Result<Ack | undefined, ApiError>> {
  const vehicles = await pullVehicles(phone, userId)
  if (!vehicles.ok) return vehicles
  const { write, seen = [] } = intent
  if (isVehicleWrite(write)) return ok(findVehicleAck(write, vehicles.value))
  const bookings = await pullBookings(phone, userId)
  if (!bookings.ok) return bookings
  const booking = findBooking(write, seen, { bookings: bookings.value, vehicles: vehicles.value })
  return ok(booking === undefined ? undefined : { kind: 'booking', booking })
}

const isVehicleWrite = (write: Write): write is VehicleCommand =>
  write.kind !== 'booking.create' &&
  write.kind !== 'booking.renew' &&
  write.kind !== 'booking.change_plate' &&
  isVehicleCommand(write)

import type { ApiError } from '../../api/api-error.ts'
import { cancelBooking, changePlate, createBooking, extendBooking, renewBooking } from '../../api/bookings.ts'
import type { Client } from '../../api/client.ts'
import { addVehicle, deleteVehicle, editVehicle, setDefaultVehicle } from '../../api/vehicles.ts'
import type { Booking } from '../../contract/bookings.ts'
import type { Vehicle } from '../../contract/vehicles.ts'
import type { Intent } from '../../db/intent.ts'
import { unreachable } from '../../lib/assert.ts'
import { ok, type Result } from '../../lib/result.ts'
import { toAddBody } from '../../outbox/commands/add-vehicle.ts'
import { toEditBody } from '../../outbox/commands/edit-vehicle.ts'
import { toExtendBody } from '../../outbox/commands/extend-booking.ts'

/** What a write left behind at the provider. */
export type Ack =
  | { readonly kind: 'booking'; readonly booking: Booking }
  | { readonly kind: 'vehicle'; readonly vehicle: Vehicle }
  | { readonly kind: 'vehicle_gone'; readonly vehicleId: string }

type Answer<T> = Promise<Result<T, ApiError>>

async function bookingAck(answer: Answer<Booking>): Answer<Ack> {
  const result = await answer
  return result.ok ? ok({ kind: 'booking', booking: result.value }) : result
}

async function vehicleAck(answer: Answer<Vehicle>): Answer<Ack> {
  const result = await answer
  return result.ok ? ok({ kind: 'vehicle', vehicle: result.value }) : result
}

async function goneAck(answer: Answer<unknown>, vehicleId: string): Answer<Ack> {
  const result = await answer
  return result.ok ? ok({ kind: 'vehicle_gone', vehicleId }) : result
}

/** One request. The same intent always gives the same bytes, so the provider knows a repeat by its key. */
export function sendWrite(client: Client, { id: key, write }: Intent): Answer<Ack> {
  switch (write.kind) {
    case 'booking.create':
      return bookingAck(createBooking(client, key, write.body))
    case 'booking.renew':
      return bookingAck(renewBooking(client, key, write))
    case 'booking.change_plate':
      return bookingAck(changePlate(client, key, write))
    case 'booking.cancel':
      return bookingAck(cancelBooking(client, key, { bookingId: write.bookingId, minRefund: write.minRefundMinor }))
    case 'booking.extend':
      return bookingAck(extendBooking(client, key, toExtendBody(write)))
    case 'vehicle.add':
      return vehicleAck(addVehicle(client, key, toAddBody(write)))
    case 'vehicle.edit':
      return vehicleAck(editVehicle(client, key, { id: write.vehicleId, body: toEditBody(write) }))
    case 'vehicle.set_default':
      return vehicleAck(setDefaultVehicle(client, key, write.vehicleId))
    case 'vehicle.delete':
      return goneAck(deleteVehicle(client, key, write.vehicleId), write.vehicleId)
    default:
      return unreachable(write)
  }
}

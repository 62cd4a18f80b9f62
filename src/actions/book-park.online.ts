import type { Booking, CreateBookingBody } from '../contract/bookings.ts'
import type { VehicleTypeId } from '../domain/tariff-types.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { pushBooking } from './push-write.online.ts'

export interface BookParkInput {
  readonly parkId: number
  /** Kept with the intent, so that an unfinished booking can be named at the next start. */
  readonly parkName: string
  /** One of the two. */
  readonly plate?: string
  readonly vehicleId?: string
  readonly vehicleTypeId: VehicleTypeId
  /** Epoch milliseconds. */
  readonly startMs: number
  readonly endMs: number
  /** What the driver was shown, minor units of the park's currency. */
  readonly quotedTotalMinor: number
  readonly tariffVersion: string
}

export function toBookingBody(input: BookParkInput, method: CreateBookingBody['payment_method']): CreateBookingBody {
  const { parkId, plate, vehicleId, vehicleTypeId, startMs, endMs } = input
  return {
    park_id: parkId,
    ...(vehicleId === undefined ? {} : { vehicle_id: vehicleId }),
    ...(plate === undefined ? {} : { plate }),
    vehicle_type_id: vehicleTypeId,
    start_time: new Date(startMs).toISOString(),
    end_time: new Date(endMs).toISOString(),
    payment_method: method,
    quoted_total: input.quotedTotalMinor,
    tariff_version: input.tariffVersion,
  }
}

/**
 * Books and pays from the wallet. The intent and its key are stored first and a lost answer is asked for with the same
 * key, so one tap makes at most one booking. Refusals: park_full, wallet_too_low, price_changed, times_invalid and kin.
 */
export const bookPark = (input: BookParkInput, phone: Phone = thisPhone): Promise<Result<Booking, ActionError>> =>
  pushBooking(phone, { kind: 'booking.create', parkName: input.parkName, body: toBookingBody(input, 'wallet') })

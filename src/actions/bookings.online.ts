import type { Booking, CreateBookingBody } from '../contract/bookings.ts'
import { applyNotMine } from '../db/apply/not-mine.ts'
import { readBookings } from '../db/read/bookings.ts'
import type { PaidStay } from '../db/read/payments.ts'
import { normalisePlate } from '../domain/plate.ts'
import type { VehicleTypeId } from '../domain/tariff-types.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { type Ack, ask, bookingOf } from './requests.online.ts'
import { forUser } from './requests.ts'

export interface BookParkInput {
  readonly parkId: number
  /** Kept with the request, so that an unconfirmed booking can be named at the next start. */
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

function toBookingBody(input: BookParkInput, method: CreateBookingBody['payment_method']): CreateBookingBody {
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

/** Books and pays from the wallet. Refusals: park_full, wallet_too_low, price_changed, times_invalid and kin. */
export async function bookPark(
  input: BookParkInput,
  phone: AppContext = appContext,
): Promise<Result<Booking, ActionError>> {
  const toCommand = async () => {
    const { value: bookings } = await readBookings(phone.dbs)
    const seen = bookings.map(({ booking_id: id }) => id)
    return { kind: 'booking.create', body: toBookingBody(input, 'wallet'), parkName: input.parkName, seen } as const
  }
  return bookingOf(await ask(phone, 'booking', toCommand))
}

/** Keeps the space for as long as its driver may pay at the gateway. Refusals as those of `bookPark`, and payment_unavailable. */
export function holdForPayment(
  input: BookParkInput & Pick<PaidStay, 'zone'>,
  phone: AppContext = appContext,
): Promise<Result<Extract<Ack, { kind: 'payment' }>, ActionError>> {
  const { parkName, zone, startMs: fromMs, endMs: untilMs } = input
  const stay = { parkName, zone, fromMs, untilMs }
  return ask(phone, 'payment', { kind: 'booking.checkout', body: toBookingBody(input, 'gateway'), stay })
}

export interface RenewBookingInput {
  readonly booking: Booking
  readonly quotedTotalMinor: number
  readonly tariffVersion: string
}

/** Books a cancelled stay again, at the price shown. */
export const renewBooking = async (
  { booking, quotedTotalMinor: quotedTotal, tariffVersion }: RenewBookingInput,
  phone: AppContext = appContext,
): Promise<Result<Booking, ActionError>> =>
  bookingOf(
    await ask(phone, 'booking', { kind: 'booking.renew', bookingId: booking.booking_id, quotedTotal, tariffVersion }),
  )

export interface ChangeBookingPlateInput {
  readonly booking: Booking
  readonly plate: string
}

/** The answer carries a pass signed anew. */
export async function changeBookingPlate(
  input: ChangeBookingPlateInput,
  phone: AppContext = appContext,
): Promise<Result<Booking, ActionError>> {
  const { booking, plate } = input
  const bookingId = booking.booking_id
  return bookingOf(await ask(phone, 'booking', { kind: 'booking.change_plate', bookingId, body: { plate } }))
}

/** A plate that was booked with is not offered again. Needs no connection and sends nothing. */
export const forgetPlate = (plate: string, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    await applyNotMine(phone.dbs, userId, { plate: normalisePlate(plate), savedAt: phone.clock.now() })
    return ok(null)
  })

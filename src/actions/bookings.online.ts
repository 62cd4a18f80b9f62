import type { Booking, CreateBookingBody } from '../contract/bookings.ts'
import { applyNotMine } from '../db/apply/not-mine.ts'
import { readBookings } from '../db/read/bookings.ts'
import type { PaidStay } from '../db/read/payments.ts'
import { type Instant, toRfc3339 } from '../domain/instant.ts'
import { normalisePlate } from '../domain/plate.ts'
import type { VehicleTypeId } from '../domain/tariff-types.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { type Ack, ask, bookingOf } from './requests.online.ts'
import { forUser } from './requests.ts'

export interface BookParkInput {
  readonly parkId: number
  /** Stored with the request, so that an unconfirmed booking can be named at the next start. */
  readonly parkName: string
  /** Either `plate` or `vehicleId`. */
  readonly plate?: string
  readonly vehicleId?: string
  readonly vehicleTypeId: VehicleTypeId
  /** Epoch milliseconds. */
  readonly startMs: number
  readonly endMs: number
  /** The price shown, minor units of the park's currency. */
  readonly quotedTotalMinor: number
  readonly tariffVersion: string
  /**
   * The event that the parking is for; the times are those of its parking. `grant`: null except for a private event.
   */
  readonly event?: { readonly code: string; readonly grant: string | null }
  /** Books a monthly pass of this product; the times are those of its month. */
  readonly productId?: number
  /** The coupon already deducted from `quotedTotalMinor`. */
  readonly couponCode?: string
  /** The company that pays in the driver's place. */
  readonly companyId?: string
}

function toBookingBody(input: BookParkInput, method: CreateBookingBody['payment_method']): CreateBookingBody {
  const { parkId, plate, vehicleId, vehicleTypeId, startMs, endMs, event } = input
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
    ...(input.couponCode === undefined ? {} : { promo_code: input.couponCode }),
    ...(input.companyId === undefined ? {} : { company_id: input.companyId }),
    ...(input.productId === undefined ? {} : { product_id: input.productId }),
    ...(event === undefined ? {} : { event_code: event.code }),
    ...(event === undefined || event.grant === null ? {} : { event_grant: event.grant }),
  }
}

/**
 * Books and pays from the wallet. Refusals: park_full, wallet_too_low, price_changed, times_invalid, those of a coupon
 * and similar.
 */
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

/**
 * Holds the space for the time that its driver has to pay at the gateway. Refusals: those of `bookPark`, and
 * payment_unavailable.
 */
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

/** Changes the plate; the answer carries a newly signed pass. */
export async function changeBookingPlate(
  input: ChangeBookingPlateInput,
  phone: AppContext = appContext,
): Promise<Result<Booking, ActionError>> {
  const { booking, plate } = input
  const bookingId = booking.booking_id
  return bookingOf(await ask(phone, 'booking', { kind: 'booking.change_plate', bookingId, body: { plate } }))
}

/** Stops offering a plate used in a booking. Needs no connection and sends nothing. */
export const forgetPlate = (plate: string, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    await applyNotMine(phone.dbs, userId, { plate: normalisePlate(plate), savedAt: phone.clock.now() })
    return ok(null)
  })

export interface MoveBookingInput {
  readonly booking: Pick<Booking, 'booking_id' | 'start_time' | 'end_time'>
  readonly park: { readonly id: number; readonly name: string }
  readonly startMs: Instant
  readonly endMs: Instant
  /** As shown to the driver: the new price, and the refund for the old booking; minor units. */
  readonly quotedTotalMinor: number
  readonly tariffVersion: string
  readonly minRefundMinor: number
}

/**
 * Replaces this booking with another one. Refusals: those of a booking and of a cancellation, stay_begun, stale_base,
 * currency_mismatch.
 */
export const moveBooking = async (
  { booking, park, ...wanted }: MoveBookingInput,
  phone: AppContext = appContext,
): Promise<Result<Booking, ActionError>> =>
  bookingOf(
    await ask(phone, 'booking', {
      kind: 'booking.move',
      bookingId: booking.booking_id,
      parkName: park.name,
      body: {
        park_id: park.id,
        start_time: toRfc3339(wanted.startMs),
        end_time: toRfc3339(wanted.endMs),
        base_start_time: booking.start_time,
        base_end_time: booking.end_time,
        quoted_total: wanted.quotedTotalMinor,
        tariff_version: wanted.tariffVersion,
        min_refund: wanted.minRefundMinor,
      },
    }),
  )

export interface PayOverstayInput {
  readonly booking: Pick<Booking, 'booking_id' | 'overstay'>
  /** The amount shown to the driver. */
  readonly maxPriceMinor: number
  /** Pays from the driver's own wallet although a company pays for the booking. */
  readonly isPrivate?: boolean
}

/**
 * Pays what is owed for the time after the end, never more than the amount shown, from the wallet, or the company's
 * where one pays. Refusals: max_price_exceeded, car_left, those of the company.
 */
export const payOverstay = async (
  { booking, maxPriceMinor, isPrivate = false }: PayOverstayInput,
  phone: AppContext = appContext,
): Promise<Result<Booking, ActionError>> =>
  bookingOf(
    await ask(phone, 'booking', {
      kind: 'booking.pay_overstay',
      bookingId: booking.booking_id,
      maxPriceMinor,
      paidMinor: booking.overstay?.paid ?? 0,
      ...(isPrivate ? { isPrivate: true } : {}),
    }),
  )

export interface ShortenBookingInput {
  readonly booking: Pick<Booking, 'booking_id' | 'end_time'>
  readonly newEnd: Instant
  readonly minRefundMinor: number
}

/**
 * Moves the end earlier, for at least the refund shown. Refusals: refund_below_minimum, stale_base, start_in_past,
 * too_many_cancellations.
 */
export const shortenBooking = async (
  { booking, newEnd, minRefundMinor }: ShortenBookingInput,
  phone: AppContext = appContext,
): Promise<Result<Booking, ActionError>> =>
  bookingOf(
    await ask(phone, 'booking', {
      kind: 'booking.shorten',
      bookingId: booking.booking_id,
      baseEnd: booking.end_time,
      newEnd: toRfc3339(newEnd),
      minRefundMinor,
    }),
  )

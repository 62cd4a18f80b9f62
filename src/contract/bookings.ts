import * as v from 'valibot'
import { amount, currency, instantText, listOf, pageQuery, single, uuid, vehicleTypeId } from './common.ts'
import { bookedEventSchema } from './events.ts'
import { ownReviewSchema } from './rating.ts'
import { bookedPassSchema } from './monthly.ts'
import { previousStaySchema, priceRulesSchema, quoteLineSchema } from './tariff.ts'

/** One step of the refund: until `until` a cancel gives back `refund` (minor units of the booking's currency). */
export const refundStepSchema = v.object({ until: instantText, refund: amount, percent: v.number() })

export const bookingSchema = v.object({
  booking_id: uuid,
  booking_code: v.string(),
  park_id: v.number(),
  park: v.object({
    name: v.string(),
    code: v.string(),
    slug: v.string(),
    address: v.nullable(v.string()),
    lat: v.nullable(v.number()),
    lng: v.nullable(v.number()),
    timezone: v.string(),
    kind: v.string(),
    /** Where the park overrides them: how early to come, how late to leave. */
    arrival_minutes: v.exactOptional(v.number()),
    grace_minutes: v.exactOptional(v.number()),
  }),
  vehicle_type_id: vehicleTypeId,
  plate: v.string(),
  start_time: instantText,
  end_time: instantText,
  status: v.picklist(['active', 'cancelled']),
  total: amount,
  currency,
  lines: v.array(quoteLineSchema),
  tariff_version: v.string(),
  /** What an active booking was booked at: extending it, leaving early and leaving late are priced by it. */
  booked_rate: v.exactOptional(priceRulesSchema),
  /** What it continues, where it does: part of what it is priced by. */
  previous_stay: v.exactOptional(previousStaySchema),
  refund_policy: v.array(refundStepSchema),
  cancelled_at: v.exactOptional(v.nullable(instantText)),
  cancel_reason: v.exactOptional(v.nullable(v.string())),
  refund: v.exactOptional(v.nullable(amount)),
  /** What was paid in all for the time after the end, beside `total`, and until when that pays. */
  overstay: v.exactOptional(
    v.object({
      paid: amount,
      until: instantText,
      /** What of `paid` the driver paid from their own wallet, beside a company that pays for the booking. */
      own: v.exactOptional(amount),
    }),
  ),
  hold_until: v.exactOptional(v.nullable(instantText)),
  /** The company that pays for it, and that every refund goes back to, by its name. */
  company: v.exactOptional(v.string()),
  /** The booking that was moved here, by its id: it is cancelled, with `cancel_reason` moved. */
  moved_from: v.exactOptional(uuid),
  /** Of parking for an event. */
  event: v.exactOptional(bookedEventSchema),
  /** Of a monthly pass, which takes a space in its hours alone. */
  monthly: v.exactOptional(bookedPassSchema),
  receipt_number: v.exactOptional(v.nullable(v.string())),
  pass: v.exactOptional(v.nullable(v.object({ text: v.string(), sequence: v.number(), kid: v.number() }))),
  checked_in_at: v.exactOptional(v.nullable(instantText)),
  checked_out_at: v.exactOptional(v.nullable(instantText)),
  /** What its driver says of it; left out while they say nothing. */
  review: v.exactOptional(ownReviewSchema),
  version: v.number(),
  created_at: instantText,
  updated_at: instantText,
})
export type Booking = v.InferOutput<typeof bookingSchema>

export const bookingList = listOf(bookingSchema)
export const bookingSingle = single(bookingSchema)

export const bookingListQuery = v.object({
  ...pageQuery,
  status_filter: v.optional(v.picklist(['active', 'cancelled', 'all'])),
})

export const createBookingBody = v.pipe(
  v.object({
    park_id: v.pipe(v.number(), v.integer(), v.minValue(1)),
    vehicle_id: v.optional(uuid),
    plate: v.optional(v.pipe(v.string(), v.maxLength(40))),
    vehicle_type_id: v.optional(vehicleTypeId, 1),
    start_time: instantText,
    end_time: instantText,
    payment_method: v.picklist(['wallet', 'gateway']),
    quoted_total: amount,
    tariff_version: v.pipe(v.string(), v.maxLength(80)),
    promo_code: v.optional(v.pipe(v.string(), v.maxLength(40))),
    /** Takes one of the spaces that are kept for this event; the times are those of its parking. */
    event_code: v.optional(v.pipe(v.string(), v.maxLength(16))),
    /** Of a private event. */
    event_grant: v.optional(v.pipe(v.string(), v.maxLength(64))),
    /** Paid by this company, whose people the driver belongs to; from its wallet alone. */
    company_id: v.optional(uuid),
    /** A monthly pass of this product; the times are those of its month. `tariff_version`: any. */
    product_id: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(999_999_999))),
  }),
  v.check((body) => body.vehicle_id !== undefined || body.plate !== undefined, 'vehicle_id or plate is required'),
)
export type CreateBookingBody = v.InferInput<typeof createBookingBody>

export const extendBookingBody = v.object({
  booking_id: uuid,
  new_end_time: instantText,
  base_end_time: instantText,
  max_price: v.pipe(amount, v.minValue(0)),
})
export type ExtendBookingBody = v.InferInput<typeof extendBookingBody>

/** `max_price`: the most that the driver accepted to pay for the time after the end, minor units. */
export const payOverstayBody = v.object({
  max_price: v.pipe(amount, v.minValue(0)),
  /** From the driver's own wallet, although a company pays for the booking. */
  privately: v.optional(v.boolean(), false),
})

/** `min_refund`: the least that the driver accepted to get back. */
export const shortenBookingBody = v.object({
  new_end_time: instantText,
  base_end_time: instantText,
  min_refund: v.pipe(amount, v.minValue(0)),
})
export type ShortenBookingBody = v.InferInput<typeof shortenBookingBody>

/**
 * Other times or another car park, before the stay begins. `base_…`: the times that the driver saw. `min_refund`: the least that the old
 * booking is to give back, which pays for the new one.
 */
export const moveBookingBody = v.object({
  park_id: v.pipe(v.number(), v.integer(), v.minValue(1)),
  start_time: instantText,
  end_time: instantText,
  base_start_time: instantText,
  base_end_time: instantText,
  quoted_total: amount,
  tariff_version: v.pipe(v.string(), v.maxLength(80)),
  min_refund: v.pipe(amount, v.minValue(0)),
})
export type MoveBookingBody = v.InferInput<typeof moveBookingBody>

/** The new booking in `data`, and what became of the old one. */
export const movedBooking = v.object({ data: bookingSchema, moved: bookingSchema })

const amountText = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))
export const bookingStatusQuery = v.object({
  status: v.picklist(['active', 'cancelled']),
  min_refund: v.optional(amountText),
  /** Of a cancel: there was no space for the car. */
  reason: v.optional(v.literal('no_space')),
  quoted_total: v.optional(amountText),
  tariff_version: v.optional(v.string()),
})

export const bookingVehicleBody = v.pipe(
  v.object({ plate: v.optional(v.pipe(v.string(), v.maxLength(40))), vehicle_id: v.optional(uuid) }),
  v.check((body) => body.vehicle_id !== undefined || body.plate !== undefined, 'vehicle_id or plate is required'),
)
export type BookingVehicleBody = v.InferInput<typeof bookingVehicleBody>

/** Extra members of the 409 problems of a booking, beside the RFC 9457 ones. */
export const parkFullExtra = v.object({
  alternatives: v.object({
    times: v.array(v.object({ start_time: instantText, end_time: instantText })),
    parks: v.array(
      v.object({
        id: v.number(),
        slug: v.string(),
        name: v.string(),
        distance_m: v.number(),
        /** As of a car park: `name` where the sandbox made it up. */
        demo_fields: v.optional(v.array(v.string()), []),
      }),
    ),
  }),
})
export const walletTooLowExtra = v.object({ missing: amount, balance: amount, currency })
export const priceChangedExtra = v.object({
  lines: v.array(quoteLineSchema),
  total: amount,
  currency,
  tariff_version: v.string(),
  previous_stay: v.exactOptional(previousStaySchema),
})
export const maxPriceExtra = v.object({ total: amount, currency })
export const bookAgainExtra = v.object({ book_again_at: instantText })
export const refundBelowExtra = v.object({ refund: amount, currency })

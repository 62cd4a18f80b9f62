import * as v from 'valibot'
import { amount, currency, instantText, listOf, pageQuery, single, uuid, vehicleTypeId } from './common.ts'
import { bookedEventSchema } from './events.ts'
import { ownReviewSchema } from './rating.ts'
import { bookedPassSchema } from './monthly.ts'
import { previousStaySchema, priceRulesSchema, quoteLineSchema } from './tariff.ts'

/** One refund step: cancelling before `until` refunds `refund`, in minor units of the booking's currency. */
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
    /** The park's own values: minutes a driver may arrive early and leave late. */
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
  /** The rate of an active booking: it prices extending, leaving early and leaving late. */
  booked_rate: v.exactOptional(priceRulesSchema),
  /** The stay that this booking continues, if any; part of its price. */
  previous_stay: v.exactOptional(previousStaySchema),
  refund_policy: v.array(refundStepSchema),
  cancelled_at: v.exactOptional(v.nullable(instantText)),
  cancel_reason: v.exactOptional(v.nullable(v.string())),
  refund: v.exactOptional(v.nullable(amount)),
  /** Total paid for time after the end, separate from `total`, and the end of the paid time. */
  overstay: v.exactOptional(
    v.object({
      paid: amount,
      until: instantText,
      /** The part of `paid` from the driver's own wallet, when a company pays for the booking. */
      own: v.exactOptional(amount),
    }),
  ),
  hold_until: v.exactOptional(v.nullable(instantText)),
  /** Name of the company that pays for the booking and receives every refund. */
  company: v.exactOptional(v.string()),
  /** Id of the booking that was moved here; that one is cancelled with `cancel_reason` moved. */
  moved_from: v.exactOptional(uuid),
  /** Only for event parking. */
  event: v.exactOptional(bookedEventSchema),
  /** Only for a monthly pass, which occupies a space during its hours only. */
  monthly: v.exactOptional(bookedPassSchema),
  receipt_number: v.exactOptional(v.nullable(v.string())),
  pass: v.exactOptional(v.nullable(v.object({ text: v.string(), sequence: v.number(), kid: v.number() }))),
  checked_in_at: v.exactOptional(v.nullable(instantText)),
  checked_out_at: v.exactOptional(v.nullable(instantText)),
  /** The driver's own review; absent until there is one. */
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
    /** Takes one of the spaces held for this event; the times must be those of its parking. */
    event_code: v.optional(v.pipe(v.string(), v.maxLength(16))),
    /** Only for a private event. */
    event_grant: v.optional(v.pipe(v.string(), v.maxLength(64))),
    /** The driver's company that pays, from its own wallet only. */
    company_id: v.optional(uuid),
    /** Books a monthly pass of this product; the times are those of its month and `tariff_version` may be any. */
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

/** `max_price`: the most that the driver agreed to pay for time after the end, in minor units. */
export const payOverstayBody = v.object({
  max_price: v.pipe(amount, v.minValue(0)),
  /** Pays from the driver's own wallet even if a company pays for the booking. */
  privately: v.optional(v.boolean(), false),
})

/** `min_refund`: the smallest refund that the driver accepted. */
export const shortenBookingBody = v.object({
  new_end_time: instantText,
  base_end_time: instantText,
  min_refund: v.pipe(amount, v.minValue(0)),
})
export type ShortenBookingBody = v.InferInput<typeof shortenBookingBody>

/**
 * Changes times or car park before the stay begins. `base_…`: the times that the driver saw. `min_refund`: the smallest
 * refund accepted for the old booking; the refund pays for the new one.
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

/** `data`: the new booking; `moved`: the old booking after the move. */
export const movedBooking = v.object({ data: bookingSchema, moved: bookingSchema })

const amountText = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))
export const bookingStatusQuery = v.object({
  status: v.picklist(['active', 'cancelled']),
  min_refund: v.optional(amountText),
  /** For a cancel because there was no space for the car. */
  reason: v.optional(v.literal('no_space')),
  quoted_total: v.optional(amountText),
  tariff_version: v.optional(v.string()),
})

export const bookingVehicleBody = v.pipe(
  v.object({ plate: v.optional(v.pipe(v.string(), v.maxLength(40))), vehicle_id: v.optional(uuid) }),
  v.check((body) => body.vehicle_id !== undefined || body.plate !== undefined, 'vehicle_id or plate is required'),
)
export type BookingVehicleBody = v.InferInput<typeof bookingVehicleBody>

/** Extra members of a booking's 409 problems, beside those of RFC 9457. */
export const parkFullExtra = v.object({
  alternatives: v.object({
    times: v.array(v.object({ start_time: instantText, end_time: instantText })),
    parks: v.array(
      v.object({
        id: v.number(),
        slug: v.string(),
        name: v.string(),
        distance_m: v.number(),
        /** As for a car park: contains `name` if the sandbox invented it. */
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

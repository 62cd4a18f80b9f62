import * as v from 'valibot'
import { amount, currency, instantText, vehicleTypeId } from './common.ts'

const minuteOfDay = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1440))
const weekday = v.picklist([0, 1, 2, 3, 4, 5, 6])
const dailyWindow = { days: v.array(weekday), from_minute: minuteOfDay, to_minute: minuteOfDay }
export const dailyWindowSchema = v.object(dailyWindow)
export type DailyWindowWire = v.InferOutput<typeof dailyWindowSchema>

const windowPrice = v.variant('kind', [
  v.object({
    kind: v.literal('unit'),
    tiers: v.array(v.object({ from_unit: v.number(), unit_price: amount })),
    maximum: v.exactOptional(amount),
  }),
  v.object({ kind: v.literal('flat'), amount }),
  v.object({ kind: v.literal('free') }),
])

const cap = v.variant('kind', [
  v.object({ kind: v.literal('day'), amount, starts_at_minute: minuteOfDay, days: v.exactOptional(v.array(weekday)) }),
  v.object({ kind: v.literal('rolling'), amount, hours: v.number() }),
])

const ratePackage = v.variant('kind', [
  v.object({ kind: v.literal('early_bird'), amount, entry: v.object(dailyWindow), exit: v.object(dailyWindow) }),
  v.object({ kind: v.literal('night'), amount, entry: v.object(dailyWindow), exit_by_minute: minuteOfDay }),
  v.object({ kind: v.literal('evening'), amount, window: v.object(dailyWindow) }),
  v.object({ kind: v.literal('weekend'), amount, window: v.object(dailyWindow) }),
  v.object({ kind: v.literal('monthly'), amount, days: v.number() }),
])

const fee = v.object({ code: v.string(), kind: v.picklist(['flat', 'percent']), value: v.number(), taxed: v.boolean() })

const closure = v.object({
  from: instantText,
  to: v.nullable(instantText),
  reason: v.object({ en: v.string(), fr: v.string() }),
})

/**
 * Percentage of the unused time's price that a cancel refunds. The first rule whose limit has not passed applies; after
 * the last, nothing.
 */
const refundRule = v.object({
  until: v.picklist(['start', 'end']),
  /** Negative: before `until`. */
  offset_minutes: v.pipe(v.number(), v.integer()),
  percent: v.pipe(v.number(), v.minValue(0), v.maxValue(100)),
})

export const tariffSchema = v.object({
  version: v.string(),
  currency,
  unit_minutes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  windows: v.array(v.object({ ...dailyWindow, price: windowPrice })),
  caps: v.array(cap),
  packages: v.array(ratePackage),
  events: v.array(v.object({ from: instantText, to: instantText, amount })),
  fees: v.array(fee),
  free_first_minutes: v.number(),
  minimum_stay_minutes: v.number(),
  maximum_stay_minutes: v.nullable(v.number()),
  reentry_minutes: v.number(),
  vehicle_percent: v.object({
    1: v.exactOptional(v.number()),
    2: v.exactOptional(v.number()),
    3: v.exactOptional(v.number()),
    4: v.exactOptional(v.number()),
  }),
  /** Absent: the default policy. */
  refund_policy: v.exactOptional(v.array(refundRule)),
  demo: v.boolean(),
  closures: v.exactOptional(v.array(closure)),
})
export type TariffWire = v.InferOutput<typeof tariffSchema>

export const taxSchema = v.object({
  code: v.string(),
  name: v.string(),
  kind: v.picklist(['flat', 'percent']),
  value: v.number(),
  compound: v.boolean(),
  included: v.boolean(),
  /** The operator's registration number, as printed on receipts. */
  registration: v.exactOptional(v.string()),
  from: v.nullable(instantText),
  to: v.nullable(instantText),
})
export type TaxWire = v.InferOutput<typeof taxSchema>

/** A tax on a receipt. */
export const receiptTaxSchema = v.object({
  ...{ code: v.string(), name: v.string(), included: v.boolean(), amount },
  /** The operator's registration number at the time of booking. */
  registration: v.exactOptional(v.string()),
})

/** One tax's share of a money movement; the shares add up to its tax. */
export const taxShareSchema = v.object({
  ...{ code: v.string(), name: v.string() },
  /** The operator's registration number at the time of booking. */
  registration: v.nullable(v.string()),
  amount,
})

/** Discount of a driver's plan; applies to bookings only. */
export const planTermsSchema = v.object({
  names: v.object({ en: v.string(), fr: v.string() }),
  percent: v.number(),
  maximum: v.nullable(amount),
  valid_until: instantText,
})
export type PlanTermsWire = v.InferOutput<typeof planTermsSchema>

/** Everything that a price is calculated from. */
export const priceRulesSchema = v.object({
  tariff: tariffSchema,
  taxes: v.array(taxSchema),
  plan: v.exactOptional(planTermsSchema),
})
export type PriceRulesWire = v.InferOutput<typeof priceRulesSchema>

export const rateSchema = v.object({
  tariff: tariffSchema,
  taxes: v.array(taxSchema),
  tariff_version: v.string(),
  valid_until: instantText,
})
export type RateWire = v.InferOutput<typeof rateSchema>

const minute = v.number()
export const quoteLineSchema = v.variant('kind', [
  v.object({ kind: v.literal('units'), units: v.number(), unit_minutes: minute, unit_price: amount, amount }),
  v.object({ kind: v.literal('flat'), amount, from_minute: minute, to_minute: minute }),
  v.object({ kind: v.literal('free'), minutes: minute, amount: v.literal(0) }),
  v.object({ kind: v.literal('maximum'), from_minute: minute, to_minute: minute, amount }),
  v.object({ kind: v.literal('cap'), cap: v.picklist(['day', 'rolling']), hours: v.number(), amount }),
  v.object({
    kind: v.literal('package'),
    package: v.picklist(['early_bird', 'night', 'evening', 'weekend', 'monthly', 'event']),
    amount,
  }),
  v.object({ kind: v.literal('continued'), amount }),
  v.object({ kind: v.literal('vehicle'), percent: v.number(), amount }),
  v.object({ kind: v.literal('plan'), names: v.object({ en: v.string(), fr: v.string() }), amount }),
  v.object({ kind: v.literal('coupon'), code: v.string(), amount }),
  v.object({ kind: v.literal('fee'), code: v.string(), amount }),
  v.object({ kind: v.literal('tax'), code: v.string(), name: v.string(), included: v.boolean(), amount }),
])
export type QuoteLineWire = v.InferOutput<typeof quoteLineSchema>

/**
 * The visit that a stay continues: the driver's own other stays, the minutes that the plate stood there under other
 * names, and the car park's grace; a gap no longer than the grace counts as parked.
 */
export const previousStaySchema = v.object({
  stays: v.array(v.object({ start_time: instantText, end_time: instantText })),
  other_minutes: v.number(),
  grace_minutes: v.number(),
})
export type PreviousStayWire = v.InferOutput<typeof previousStaySchema>

export const quoteSchema = v.object({
  lines: v.array(quoteLineSchema),
  total: amount,
  currency,
  tariff_version: v.string(),
  valid_until: instantText,
  /** Spaces free for the whole stay. Null when the park's capacity is unknown. */
  available: v.nullable(v.number()),
  /** For a signed-in driver whose stay continues another: the free minutes are not granted twice. */
  previous_stay: v.exactOptional(previousStaySchema),
})
export type QuoteWire = v.InferOutput<typeof quoteSchema>

export const quoteQuery = v.object({
  vehicle_type_id: v.optional(v.string(), '1'),
  start_time: instantText,
  end_time: instantText,
  /** For a signed-in driver: a continued stay is priced as it would be booked. */
  plate: v.optional(v.pipe(v.string(), v.maxLength(40))),
})

/** `1` to `4`; any other text fails validation. */
export const vehicleTypeText = v.pipe(v.string(), v.transform(Number), vehicleTypeId)

/** Plans, and drivers' subscriptions to them. */
import * as v from 'valibot'
import { SUBSCRIPTION_STATES } from '../domain/plan.ts'
import { amount, bothLanguages, countryCode, currency, instantText, single, uuid } from './common.ts'
import { taxSchema } from './tariff.ts'

const taxLine = v.object({
  kind: v.literal('tax'),
  code: v.string(),
  name: v.string(),
  included: v.boolean(),
  amount,
})

export const planSchema = v.object({
  id: v.number(),
  country_code: countryCode,
  names: bothLanguages,
  details: bothLanguages,
  /** Minor units per month, all taxes included. */
  price: amount,
  currency,
  taxes: v.array(taxSchema),
  /** Discount on parking and fees, in whole percent. */
  percent: v.number(),
  /** Maximum discount per stay. */
  maximum: v.nullable(amount),
  /** Car parks where the plan applies; null: everywhere in its country. */
  parks: v.nullable(v.array(v.object({ id: v.number(), code: v.string(), slug: v.string(), name: v.string() }))),
  demo: v.boolean(),
  updated_at: instantText,
})
export type Plan = v.InferOutput<typeof planSchema>

export const planList = v.object({ items: v.array(planSchema) })
export const planListQuery = v.object({ country: countryCode })

export const SUBSCRIPTION_ENDS = ['cancelled', 'unpaid', 'withdrawn'] as const
export type SubscriptionEnd = (typeof SUBSCRIPTION_ENDS)[number]

const terms = {
  names: bothLanguages,
  price: amount,
  percent: v.number(),
  maximum: v.nullable(amount),
  parks: v.nullable(v.array(v.number())),
}

/** A driver's subscription; the terms are those of the last paid period. */
export const subscriptionSchema = v.object({
  subscription_id: uuid,
  plan_id: v.number(),
  country_code: countryCode,
  currency,
  ...terms,
  taxes: v.array(taxLine),
  state: v.picklist(SUBSCRIPTION_STATES),
  pay_by: v.picklist(['wallet', 'card']),
  started_at: instantText,
  period_start: instantText,
  period_end: instantText,
  /** Ends with the current period. */
  cancelled: v.boolean(),
  end_reason: v.nullable(v.picklist(SUBSCRIPTION_ENDS)),
  /** Terms of the next period, once the driver was notified of them. */
  next: v.nullable(v.object(terms)),
  receipt_number: v.nullable(v.string()),
  demo: v.boolean(),
  version: v.number(),
  updated_at: instantText,
})
export type Subscription = v.InferOutput<typeof subscriptionSchema>

export const subscriptionList = v.object({ items: v.array(subscriptionSchema) })
export const subscriptionSingle = single(subscriptionSchema)

/** POST /subscriptions is paid from the wallet in the plan's currency. `price`: the price that the driver saw. */
export const subscribeBody = v.object({
  plan_id: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000_000)),
  price: amount,
  pay_by: v.optional(v.picklist(['wallet', 'card']), 'wallet'),
})
export type SubscribeBody = v.InferOutput<typeof subscribeBody>

/** PUT /subscriptions/:id cancels or resumes at the period's end, and sets how the next period is paid. */
export const changeSubscriptionBody = v.object({
  cancelled: v.exactOptional(v.boolean()),
  pay_by: v.exactOptional(v.picklist(['wallet', 'card'])),
})
export type ChangeSubscriptionBody = v.InferOutput<typeof changeSubscriptionBody>

export const planReceiptSchema = v.object({
  number: v.string(),
  issued_at: instantText,
  kind: v.literal('plan'),
  names: bothLanguages,
  period_start: instantText,
  period_end: instantText,
  price: amount,
  currency,
  taxes: v.array(taxLine),
  country_code: countryCode,
  timezone: v.string(),
  customer: v.object({ name: v.string(), email: v.string() }),
})
export type PlanReceipt = v.InferOutput<typeof planReceiptSchema>

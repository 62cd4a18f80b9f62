/** Operator endpoints: temporary closures of car parks. */
import * as v from 'valibot'
import { amount, currency, instantText, listOf, single } from './common.ts'
import { operatorTime, operatorWords } from './operator.ts'

const MAX_REASON = 200

export const closureBody = v.pipe(
  v.strictObject({
    /** Default: now. */
    from: v.exactOptional(operatorTime),
    /** Null: until reopened. */
    until: v.nullable(operatorTime),
    /** Shown to drivers. */
    reason: operatorWords(MAX_REASON),
  }),
  v.examples([
    { until: '2026-11-25T18:00:00-05:00', reason: { en: 'Flood on level 1', fr: 'Inondation au niveau 1' } },
  ]),
)
export type ClosureBody = v.InferOutput<typeof closureBody>

export const closureSchema = v.object({
  id: v.number(),
  park: v.object({ code: v.string(), name: v.string(), timezone: v.string() }),
  from: instantText,
  until: v.nullable(instantText),
  reason: v.object({ en: v.string(), fr: v.string() }),
  state: v.picklist(['ahead', 'running', 'over', 'reopened']),
  created_at: instantText,
  reopened_at: v.nullable(instantText),
  /** Bookings refunded for the closure so far, and their total. */
  given_back: v.number(),
  refunded: amount,
  /** Bookings that the job has yet to refund. */
  waiting: v.number(),
  currency,
})
export type ClosureWire = v.InferOutput<typeof closureSchema>
export const closureSingle = single(closureSchema)
export const closureList = listOf(closureSchema)

export const closureEffectQuery = v.object({
  from: v.optional(operatorTime),
  /** Default: until reopened. */
  until: v.optional(operatorTime),
})

/** Preview: the effect of closing at these times, as of now. */
export const closureEffectSchema = v.object({
  /** Time zone of the car park. */
  timezone: v.string(),
  /** Bookings that would be refunded in full, and their total. */
  given_back: v.number(),
  refund: amount,
  currency,
  /** Stays that have begun: they remain valid, and their drivers are notified. */
  inside: v.number(),
  /** Monthly passes with some openings left: treated the same. */
  passes: v.number(),
})
export type ClosureEffect = v.InferOutput<typeof closureEffectSchema>
export const closureEffectSingle = single(closureEffectSchema)

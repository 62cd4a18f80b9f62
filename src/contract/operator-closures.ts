/** Operators' endpoints: car parks that are closed for a time. */
import * as v from 'valibot'
import { amount, currency, instantText, listOf, single } from './common.ts'
import { operatorTime, operatorWords } from './operator.ts'

const MAX_REASON = 200

export const closureBody = v.pipe(
  v.strictObject({
    /** Not given: now. */
    from: v.exactOptional(operatorTime),
    /** Null: until it is opened again. */
    until: v.nullable(operatorTime),
    /** As drivers read it. */
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
  /** Bookings that were given back for it so far, and how much. */
  given_back: v.number(),
  refunded: amount,
  /** Bookings that its job still gives back. */
  waiting: v.number(),
  currency,
})
export type ClosureWire = v.InferOutput<typeof closureSchema>
export const closureSingle = single(closureSchema)
export const closureList = listOf(closureSchema)

export const closureEffectQuery = v.object({
  from: v.optional(operatorTime),
  /** Not given: until it is opened again. */
  until: v.optional(operatorTime),
})

/** What closing at these times would do now. */
export const closureEffectSchema = v.object({
  /** Of the car park. */
  timezone: v.string(),
  /** Bookings that would be given back in full, and how much that is. */
  given_back: v.number(),
  refund: amount,
  currency,
  /** Stays that have begun: they stay valid, and their drivers are told. */
  inside: v.number(),
  /** Monthly passes of which some openings are left: the same. */
  passes: v.number(),
})
export type ClosureEffect = v.InferOutput<typeof closureEffectSchema>
export const closureEffectSingle = single(closureEffectSchema)

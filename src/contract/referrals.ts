/** Referral: the driver's code, its rewards, and the rewards earned. */
import * as v from 'valibot'
import { REFERRAL_STATES } from '../domain/referral.ts'
import { amount, countryCode, currency, instantText, single, uuid } from './common.ts'

/** Reward for both drivers in a country, once the new driver's stay there has cost at least `minimum`. */
const referralTerms = v.object({
  country_code: countryCode,
  currency,
  referrer: amount,
  referred: amount,
  minimum: amount,
  /** Maximum credits per driver in 30 days; further credits are postponed. */
  limit: v.number(),
  /** Invented by the sandbox. */
  demo: v.boolean(),
})

export const referralSchema = v.object({
  /** `K7QM-4T2P`. */
  code: v.string(),
  terms: v.array(referralTerms),
  /** Drivers who entered the code and have not finished a first paid stay. */
  waiting: v.number(),
  /** Drivers whose referral was credited and not reversed. */
  credited: v.number(),
  totals: v.array(v.object({ currency, amount })),
  /** The code that this driver entered; null: none. */
  entered: v.nullable(
    v.object({ state: v.picklist(REFERRAL_STATES), amount: v.nullable(amount), currency: v.nullable(currency) }),
  ),
  /** Deadline for entering a code; null when no code can be entered any more. */
  enter_until: v.nullable(instantText),
})
export type Referral = v.InferOutput<typeof referralSchema>
export const referralSingle = single(referralSchema)

/** Id of the app installation: two drivers on the same one cannot refer each other. */
const device = uuid

export const referralBody = v.object({ device })
export type ReferralBody = v.InferOutput<typeof referralBody>

/** The code as typed, or the link containing it. */
const code = v.pipe(v.string(), v.maxLength(200))
export const enterReferralBody = v.object({ code, device })
export type EnterReferralBody = v.InferOutput<typeof enterReferralBody>

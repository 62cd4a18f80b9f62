/** Referral: the driver's code, what it gives, and what it gave. */
import * as v from 'valibot'
import { REFERRAL_STATES } from '../domain/referral.ts'
import { amount, countryCode, currency, instantText, single, uuid } from './common.ts'

/** What both get in a country, once the stay there has cost at least `minimum`. */
const referralTerms = v.object({
  country_code: countryCode,
  currency,
  referrer: amount,
  referred: amount,
  minimum: amount,
  /** How often a driver is credited in 30 days; further credits wait. */
  limit: v.number(),
  /** Invented, in the sandbox. */
  demo: v.boolean(),
})

export const referralSchema = v.object({
  /** `K7QM-4T2P`. */
  code: v.string(),
  terms: v.array(referralTerms),
  /** Drivers who entered the code and whose first paid stay has not ended. */
  waiting: v.number(),
  /** Drivers for whom credit was given and not taken back. */
  credited: v.number(),
  totals: v.array(v.object({ currency, amount })),
  /** The code that this driver entered; null: none. */
  entered: v.nullable(
    v.object({ state: v.picklist(REFERRAL_STATES), amount: v.nullable(amount), currency: v.nullable(currency) }),
  ),
  /** Until when a code may be entered; null: no more. */
  enter_until: v.nullable(instantText),
})
export type Referral = v.InferOutput<typeof referralSchema>
export const referralSingle = single(referralSchema)

/** The installation of the app: two drivers on one do not bring each other. */
const device = uuid

export const referralBody = v.object({ device })
export type ReferralBody = v.InferOutput<typeof referralBody>

/** The code as typed, or the link with it. */
const code = v.pipe(v.string(), v.maxLength(200))
export const enterReferralBody = v.object({ code, device })
export type EnterReferralBody = v.InferOutput<typeof enterReferralBody>

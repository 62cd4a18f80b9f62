/** Plans, document renewals and their fees, referral amounts and gifts, as operators change them. */
import * as v from 'valibot'
import { GIFT_STATES } from '../domain/gift.ts'
import { RENEWAL_COUNTRY } from '../domain/vehicle-documents.ts'
import { amount, countryCode, currency, instantText, listOf, listUpTo, pageQuery, single, uuid } from './common.ts'
import { documentFeesSchema } from './documents-page.ts'
import { giftSchema } from './gifts.ts'
import {
  MAX_PARKS,
  MAX_TAXES,
  operatorTax,
  operatorText,
  operatorWords,
  parkCodeText,
  price,
  wholeFrom,
} from './operator.ts'
import { planSchema } from './plans.ts'
import { renewalSchema } from './vehicle-documents.ts'

export const operatorPlanBody = v.pipe(
  v.strictObject({
    country_code: countryCode,
    names: operatorWords(80),
    details: operatorWords(500, 0),
    /** Monthly price, all taxes included; minor units of `currency`, which is the country's. */
    price,
    currency,
    taxes: listUpTo(
      v.pipe(
        operatorTax,
        v.check(({ included }) => included, 'included'),
      ),
      MAX_TAXES,
    ),
    percent: wholeFrom(1, 100),
    /** Maximum discount per stay; null: no limit. */
    maximum: v.optional(v.nullable(price), null),
    /** Codes of car parks; null: everywhere in the plan's country. */
    parks: v.optional(v.nullable(v.pipe(listUpTo(parkCodeText, MAX_PARKS), v.minLength(1))), null),
  }),
  v.examples([
    {
      country_code: 'CA',
      names: { en: 'Regular', fr: 'Régulier' },
      details: { en: 'For two or three stays a week', fr: 'Pour deux ou trois stationnements par semaine' },
      price: 900,
      currency: 'CAD',
      taxes: [
        {
          code: 'hst',
          name: 'HST',
          kind: 'percent',
          value: 13_000,
          compound: false,
          included: true,
          from: null,
          to: null,
        },
      ],
      percent: 10,
      maximum: null,
      parks: null,
    },
  ]),
)
export type OperatorPlanBody = v.InferOutput<typeof operatorPlanBody>

/** A price with its currency, which applies from the next period announced to drivers; `active` false stops sales. */
export const planChangeBody = v.pipe(
  v.strictObject({
    price: v.exactOptional(price),
    currency: v.exactOptional(currency),
    active: v.exactOptional(v.literal(false)),
  }),
  v.check((change) => Object.keys(change).length > 0, 'nothing to change'),
  v.check((change) => (change.price === undefined) === (change.currency === undefined), 'a price has its currency'),
  v.examples([{ price: 1_200, currency: 'CAD' }]),
)
export type PlanChangeBody = v.InferOutput<typeof planChangeBody>

export const operatorPlanSchema = v.object({ ...planSchema.entries, active: v.boolean() })
export type OperatorPlan = v.InferOutput<typeof operatorPlanSchema>
export const operatorPlanSingle = single(operatorPlanSchema)
export const operatorPlanList = listOf(operatorPlanSchema)

export const renewalList = listOf(renewalSchema)
export const renewalStageBody = v.pipe(
  v.variant('stage', [
    v.strictObject({ stage: v.picklist(['checked', 'at_office', 'done']) }),
    v.strictObject({ stage: v.literal('rejected'), reason: operatorText(200) }),
  ]),
  v.examples([{ stage: 'checked' }, { stage: 'rejected', reason: 'The picture cannot be read' }]),
)

const days = wholeFrom(0, 365)
export const documentFeesBody = v.pipe(
  v.strictObject({
    ...documentFeesSchema.entries,
    fees: v.strictObject({ licence: price, roadworthiness: price, insurance: price, hackney: price }),
    service: price,
    vat: wholeFrom(0, 100_000),
    days: v.strictObject({ checked: days, at_office: days, done: days }),
  }),
  v.examples([
    {
      country_code: RENEWAL_COUNTRY,
      currency: 'NGN',
      fees: { licence: 625_000, roadworthiness: 415_000, insurance: 500_000, hackney: 350_000 },
      service: 150_000,
      vat: 7_500,
      days: { checked: 1, at_office: 2, done: 22 },
      demo: false,
    },
  ]),
)
export const documentFeesSingle = single(v.nullable(documentFeesSchema))

export const referralTermsSchema = v.object({
  country_code: countryCode,
  currency,
  /** Minor units that each receives once the new driver's stay there has cost at least `minimum`. */
  referrer: amount,
  referred: amount,
  minimum: amount,
  /** Maximum credits per driver in 30 days. */
  limit: v.number(),
  /** False: codes entered from now on earn nothing there. */
  active: v.boolean(),
  valid_from: instantText,
  demo: v.boolean(),
})
export type ReferralTerms = v.InferOutput<typeof referralTermsSchema>
export const referralTermsList = v.object({ items: v.array(referralTermsSchema) })
export const referralTermsSingle = single(referralTermsSchema)

/** Applies to codes entered from now on. */
export const referralTermsBody = v.pipe(
  v.strictObject({ currency, referrer: price, referred: price, minimum: price, limit: wholeFrom(1, 100) }),
  v.examples([{ currency: 'CAD', referrer: 500, referred: 500, minimum: 300, limit: 5 }]),
)
export type ReferralTermsBody = v.InferOutput<typeof referralTermsBody>

export const endReferralsBody = v.pipe(v.strictObject({ active: v.literal(false) }), v.examples([{ active: false }]))

/** Omits the code and the recipient's address; buyer and redeemer are never included. */
export const operatorGiftSchema = v.omit(giftSchema, ['code', 'email'])
export type OperatorGift = v.InferOutput<typeof operatorGiftSchema>
export const operatorGiftList = listOf(operatorGiftSchema)
export const operatorGiftSingle = single(operatorGiftSchema)
export const operatorGiftQuery = v.object({ ...pageQuery, state: v.optional(v.picklist(GIFT_STATES), 'open') })
export const giftParam = v.object({ id: uuid })
export const cancelGiftBody = v.pipe(
  v.strictObject({ status: v.literal('cancelled') }),
  v.examples([{ status: 'cancelled' }]),
)

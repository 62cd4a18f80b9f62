/** Operator endpoints: keys, the log of changes made with them, and schemas shared by request bodies. */
import * as v from 'valibot'
import { OPERATOR_ROLES } from '../domain/operator-role.ts'
import { amount, instantText, listOf, pageQuery, plainText, single, uuid } from './common.ts'

/** Scopes of a key. */
export const OPERATOR_SCOPES = [
  'events',
  'shop',
  'orders',
  'plans',
  'documents',
  'referrals',
  'gifts',
  'closures',
  'tariffs',
  /** Facts and running of car parks. */
  'parks',
  'requests',
  /** Reading and answering reviews. */
  'reviews',
  /** Hiding reviews; not available to organisations. */
  'moderation',
  'day',
  'statements',
  'staff',
  'audit',
  /** Only for members of an organisation; no key has this scope. */
  'members',
  /** Only for named members of the platform's own staff. */
  'money',
] as const
export type OperatorScope = (typeof OPERATOR_SCOPES)[number]
const PERSONAL: ReadonlySet<OperatorScope> = new Set(['members', 'money'])
export const isPersonal = (scope: OperatorScope): boolean => PERSONAL.has(scope)
export const KEY_SCOPES = OPERATOR_SCOPES.filter((scope) => !isPersonal(scope))

/** Largest amount in minor units; the database tables enforce the same limit. */
const MAX_MINOR = 100_000_000_000
export const price = v.pipe(amount, v.minValue(1), v.maxValue(MAX_MINOR))
export const priceOrNone = v.pipe(amount, v.minValue(0), v.maxValue(MAX_MINOR))

export const wholeFrom = (least: number, most = 1_000_000) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))

/** Rejects lone surrogates: they are not characters, and databases cannot store them. */
const storable = v.pipe(
  plainText,
  v.check((text) => !/\p{Cs}/u.test(text)),
)
export const operatorText = (most: number, least = 1) => v.pipe(storable, v.minLength(least), v.maxLength(most))

/** Both languages are required, since phones store both. */
export const operatorWords = (most: number, least = 1) => {
  const text = operatorText(most, least)
  return v.strictObject({ en: text, fr: text })
}

/** Codes of car parks. */
export const parkCodeText = operatorText(16)

const EARLIEST = Date.parse('2000-01-01T00:00:00Z')
const LATEST = Date.parse('2100-01-01T00:00:00Z')
/** From 2000 to 2099; any other time is a typing error. */
export const operatorTime = v.pipe(
  instantText,
  v.check((text) => Date.parse(text) >= EARLIEST && Date.parse(text) < LATEST),
)

/** A percentage tax may at most equal the price. */
const MAX_PERCENT = 100_000
export const operatorTax = v.pipe(
  v.strictObject({
    code: operatorText(40),
    name: operatorText(60),
    kind: v.picklist(['flat', 'percent']),
    /** Minor units, or thousandths of a percent. */
    value: wholeFrom(0, MAX_MINOR),
    compound: v.boolean(),
    included: v.boolean(),
    from: v.nullable(operatorTime),
    to: v.nullable(operatorTime),
  }),
  v.check(({ kind, value }) => kind === 'flat' || value <= MAX_PERCENT, 'at most 100 %'),
)
export const MAX_TAXES = 10
export const MAX_PARKS = 100

export const operatorKeySchema = v.object({
  /** The key's public part; for a person in the console, the id under which their changes are logged. */
  key_id: v.string(),
  name: v.string(),
  organisation: v.nullable(v.object({ id: uuid, name: v.string() })),
  /** Only for a person. */
  role: v.nullable(v.picklist(OPERATOR_ROLES)),
  scopes: v.array(v.picklist(OPERATOR_SCOPES)),
  /** The only car parks it may act on; null: all. */
  parks: v.nullable(v.array(v.object({ id: v.number(), code: v.string(), name: v.string() }))),
  created_at: instantText,
  expires_at: v.nullable(instantText),
})
export type OperatorKeyWire = v.InferOutput<typeof operatorKeySchema>
export const operatorKeySingle = single(operatorKeySchema)

export const OPERATOR_ACTIONS = [
  'event.plan',
  'event.change',
  'event.postpone',
  'event.cancel',
  'event.access',
  'product.add',
  'product.change',
  'coupon.add',
  'coupon.end',
  'plan.add',
  'plan.change',
  'order.stage',
  'order.return',
  'renewal.stage',
  'document_fees.set',
  'referral_terms.set',
  'referral_terms.end',
  'gift.cancel',
  'member.invite',
  'invitation.withdraw',
  'member.change',
  'member.remove',
  'park.add',
  'park.facts',
  'park.close',
  'park.reopen',
  'park.leeway',
  'photo.add',
  'photo.text',
  'photo.order',
  'photo.remove',
  'tariff.plan',
  'tariff.withdraw',
  'request.decide',
  'review.answer',
  'review.object',
  'review.moderate',
  'payout.record',
  'phone.pair',
  'phone.revoke',
] as const
export type OperatorAction = (typeof OPERATOR_ACTIONS)[number]

export const operatorChangeSchema = v.object({
  id: v.number(),
  key_id: v.string(),
  /** Name of the key. */
  name: v.string(),
  at: instantText,
  action: v.picklist(OPERATOR_ACTIONS),
  /** Code or number of the changed item. */
  subject: v.string(),
  /** The request, without secrets. */
  details: v.record(v.string(), v.unknown()),
})
export type OperatorChangeWire = v.InferOutput<typeof operatorChangeSchema>
export const operatorChangeList = listOf(operatorChangeSchema)

export const operatorListQuery = v.object(pageQuery)

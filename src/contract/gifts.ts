/** Gift credit. */
import * as v from 'valibot'
import { EMAIL } from '../domain/email.ts'
import { GIFT_STATES } from '../domain/gift.ts'
import { amount, currency, instantText, listOf, pageQuery, single, uuid } from './common.ts'

/** A gift as its buyer sees it. */
export const giftSchema = v.object({
  gift_id: uuid,
  /** 16 characters in groups of four. Null once the gift cannot be redeemed any more. */
  code: v.nullable(v.string()),
  amount,
  currency,
  state: v.picklist(GIFT_STATES),
  /** Address notified by email; null when there is none, or none any more. */
  email: v.nullable(v.string()),
  created_at: instantText,
  settled_at: v.nullable(instantText),
  version: v.number(),
})
export type Gift = v.InferOutput<typeof giftSchema>

export const giftList = listOf(giftSchema)
export const giftSingle = single(giftSchema)
export const giftListQuery = v.object(pageQuery)

/** POST /gifts is paid from the wallet in that currency. */
export const createGiftBody = v.object({
  amount,
  currency,
  email: v.exactOptional(v.pipe(v.string(), v.trim(), v.maxLength(254), v.regex(EMAIL))),
})
export type CreateGiftBody = v.InferOutput<typeof createGiftBody>

/** POST /gifts/redeem credits the wallet in the gift's currency. */
export const redeemGiftBody = v.object({ code: v.pipe(v.string(), v.maxLength(60)) })

/** The redeemed gift, without any detail of its giver. */
export const redeemedGiftSchema = v.object({ gift_id: uuid, amount, currency, balance: amount })
export type RedeemedGift = v.InferOutput<typeof redeemedGiftSchema>
export const redeemedGiftSingle = single(redeemedGiftSchema)

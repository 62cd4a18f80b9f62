import type * as v from 'valibot'
import type { Page } from '../contract/common.ts'
import {
  type CreateGiftBody,
  type Gift,
  giftList,
  giftSingle,
  type RedeemedGift,
  redeemedGiftSingle,
} from '../contract/gifts.ts'
import type { Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { type KeyedCall, keyedData } from './keyed-call.ts'

/** Pays from the wallet. */
export const buyGift = (body: CreateGiftBody): KeyedCall<Gift> =>
  keyedData(
    { method: 'POST', path: '/gifts', body },
    giftSingle,
    (gift) => gift.amount === body.amount && gift.currency === body.currency,
  )

export const cancelGift = (giftId: string): KeyedCall<Gift> =>
  keyedData(
    { method: 'PUT', path: `/gifts/${encodeURIComponent(giftId)}/cancel` },
    giftSingle,
    (gift) => gift.gift_id === giftId && gift.state === 'cancelled',
  )

/** Credits the wallet of the gift's currency. */
export const redeemGift = (code: string): KeyedCall<RedeemedGift> =>
  keyedData({ method: 'POST', path: '/gifts/redeem', body: { code } }, redeemedGiftSingle, () => true)

/** Newest first. */
export const listGifts = (
  client: Client,
  query: { readonly page: number; readonly size: number },
): Promise<Result<Page<Gift>, ApiError>> =>
  client.send<v.InferOutput<typeof giftList>>({
    method: 'GET',
    path: '/gifts/list',
    query: { ...query },
    schema: giftList,
    isAnswer: (list) => list.page === query.page,
    as: 'user',
  })

import { listGifts } from '../api/gifts.ts'
import { clientAs } from '../api/client.ts'
import { PAGE_SIZE } from '../config/limits.ts'
import type { CreateGiftBody, Gift, RedeemedGift } from '../contract/gifts.ts'
import { applyGifts } from '../db/apply/kept-lists.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { ask, attemptAsUser } from './requests.online.ts'

/** Pages of the driver's gifts to keep. */
const PAGES = 3

/** Buys a gift from the wallet. Refusals: amount_out_of_range, too_many_gifts, wallet_too_low. */
export async function buyGift(
  body: CreateGiftBody,
  phone: AppContext = appContext,
): Promise<Result<Gift, ActionError>> {
  const answer = await ask(phone, 'gift', { kind: 'gift.buy', body })
  return answer.ok ? ok(answer.value.gift) : answer
}

/** Refused with `gift_redeemed` after it was redeemed. */
export async function cancelGift(
  { gift_id: giftId }: Pick<Gift, 'gift_id'>,
  phone: AppContext = appContext,
): Promise<Result<Gift, ActionError>> {
  const answer = await ask(phone, 'gift', { kind: 'gift.cancel', giftId })
  return answer.ok ? ok(answer.value.gift) : answer
}

/**
 * `code` as returned by `parseGiftCode`. Refusals: gift_not_found, gift_own, gift_redeemed, gift_cancelled,
 * rate_limited.
 */
export async function redeemGift(
  code: string,
  phone: AppContext = appContext,
): Promise<Result<RedeemedGift, ActionError>> {
  const answer = await ask(phone, 'redeemed', { kind: 'gift.redeem', code })
  return answer.ok ? ok(answer.value.redeemed) : answer
}

/** Downloads the driver's gifts, to be read with no signal too. */
export const loadGifts = (_about: null, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  attemptAsUser(phone, async (userId) => {
    const gifts: Gift[] = []
    for (let page = 1, pages = 1; page <= Math.min(pages, PAGES); page += 1) {
      const answer = await listGifts(clientAs(phone.client, userId), { page, size: PAGE_SIZE })
      if (!answer.ok) return answer
      gifts.push(...answer.value.items)
      pages = answer.value.pages
    }
    await applyGifts(phone.dbs, userId, { gifts, savedAt: phone.clock.now(), isList: true })
    return ok(null)
  })

/** Gift credit: bought from the wallet, redeemed once by anyone with the code, cancellable until redeemed. */
import { createHmac } from 'node:crypto'
import type { CreateGiftBody, Gift, RedeemedGift } from '../../src/contract/gifts.ts'
import {
  displayGiftCode,
  GIFT_CODE_BYTES,
  GIFT_RANGE,
  isGiftAmount,
  makeGiftCode,
  MAX_OPEN_GIFTS,
  parseGiftCode,
} from '../../src/domain/gift.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { toRfc3339 } from '../../src/domain/instant.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import { formatAmount } from '../messages/format.ts'
import type { Language } from '../messages/language.ts'
import { PAYMENT_TEXTS } from '../messages/payment-texts.ts'
import {
  countOpenGifts,
  findGift,
  type GiftRow,
  insertGift,
  lockGiftByCode,
  lockOwnGift,
  postGift,
  settleGift,
  type SoldGiftRow,
} from '../repositories/gifts.ts'
import { rowsOf } from '../repositories/store.ts'
import { lockBalance } from '../repositories/wallet.ts'
import type { Refusal } from '../rules/refusal.ts'
import { makeSecret } from '../rules/tokens.ts'
import type { ProviderDeps } from './deps.ts'
import { type MailDeps, sendDueMails } from './due-mails.ts'
import { walletTooLow } from './refusals.ts'
import { amountOutOfRange } from './top-ups.ts'

const findKey = (db: Queryable): Promise<string> => getOrCreateSecret(db, 'gift_codes', makeSecret)

const codeOf = (key: string, giftId: string): string =>
  makeGiftCode(createHmac('sha256', key).update(`code:${giftId}`).digest().subarray(0, GIFT_CODE_BYTES))

/** The stored, searchable form of a code. */
const hashOf = (key: string, code: string): string => createHmac('sha256', key).update(`hash:${code}`).digest('hex')

export async function toGiftWires(db: Queryable, rows: readonly GiftRow[]): Promise<Gift[]> {
  const key = await findKey(db)
  return rows.map((row) => ({
    gift_id: row.gift_id,
    code: row.state === 'open' ? displayGiftCode(codeOf(key, row.gift_id)) : null,
    ...{ amount: row.amount_minor, currency: row.currency, state: row.state, email: row.email },
    created_at: toRfc3339(row.created_at),
    settled_at: row.settled_at === null ? null : toRfc3339(row.settled_at),
    version: row.version,
  }))
}

export interface GiftWish {
  readonly userId: UserId
  readonly body: CreateGiftBody
  /** Language of the email. */
  readonly language: Language
  readonly nowMs: number
}

/** Takes the money and creates the gift, in the caller's transaction. */
export async function buyGift(
  tx: Queryable,
  { config }: Pick<ProviderDeps, 'config'>,
  { userId, body, language, nowMs }: GiftWish,
): Promise<Result<GiftRow, Refusal>> {
  const { amount, currency, email = null } = body
  if (!isGiftAmount(amount, currency)) return err(amountOutOfRange(currency, GIFT_RANGE[currency]))
  const rows = rowsOf(tx)
  const wallet = await rows.openWallet({ userId, currency, sandbox: config.welcomeCredit, nowMs })
  // Under the wallet's lock, so that two concurrent purchases are counted one after the other.
  const balanceMinor = await lockBalance(tx, wallet.wallet_id)
  if ((await countOpenGifts(tx, userId)) >= MAX_OPEN_GIFTS) return err({ code: 'too_many_gifts' })
  if (balanceMinor < amount) return err(await walletTooLow(rows, { userId, currency, totalMinor: amount }))
  const giftId = uuid7(nowMs)
  const key = await findKey(tx)
  const facts = { gift_id: giftId, buyer_id: userId, amount_minor: amount, currency, email, language }
  const gift = await insertGift(tx, { ...facts, code_hash: hashOf(key, codeOf(key, giftId)), nowMs })
  await postGift(tx, { walletId: wallet.wallet_id, amountMinor: -amount, key: `gift:${giftId}`, kind: 'gift', nowMs })
  return ok(gift)
}

export interface Redemption {
  readonly userId: UserId
  readonly code: string
  readonly nowMs: number
}

/** Credits the gift to the wallet of its currency, once. */
export async function redeemGift(
  tx: Queryable,
  { config }: Pick<ProviderDeps, 'config'>,
  { userId, code: typed, nowMs }: Redemption,
): Promise<Result<RedeemedGift, Refusal>> {
  const code = parseGiftCode(typed)
  if (!code.ok) return err({ code: code.error, fields: [{ field: 'code', code: code.error }] })
  const gift = await lockGiftByCode(tx, hashOf(await findKey(tx), code.value))
  if (gift === undefined) return err({ code: 'gift_not_found', fields: [{ field: 'code', code: 'gift_not_found' }] })
  if (gift.state === 'redeemed') return err({ code: 'gift_redeemed' })
  if (gift.state === 'cancelled') return err({ code: 'gift_cancelled' })
  if (gift.buyer_id === userId) return err({ code: 'gift_own' })
  const { gift_id, amount_minor: amount, currency } = gift
  const wallet = await rowsOf(tx).openWallet({ userId, currency, sandbox: config.welcomeCredit, nowMs })
  const kind = 'gift_redeemed'
  const posting = { walletId: wallet.wallet_id, amountMinor: amount, key: `${kind}:${gift_id}`, kind, nowMs } as const
  const balance = await postGift(tx, posting)
  await settleGift(tx, { giftId: gift_id, redeemedBy: userId, nowMs })
  return ok({ gift_id, amount, currency, balance })
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** For operators: finds a gift by its id, or by a typed code. */
export async function findSoldGift(db: Queryable, text: string): Promise<SoldGiftRow | undefined> {
  if (UUID.test(text)) return findGift(db, { giftId: text.toLowerCase(), codeHash: null })
  const code = parseGiftCode(text)
  return code.ok ? findGift(db, { giftId: null, codeHash: hashOf(await findKey(db), code.value) }) : undefined
}

/** True for an unredeemed gift whose buyer has deleted their account, so there is no wallet to refund. */
export const isOrphan = ({ buyer, state }: SoldGiftRow): boolean => buyer === null && state === 'open'

/** Refunds the buyer of an unredeemed gift. Repeating it changes nothing. */
export async function cancelGift(
  tx: Queryable,
  { config }: Pick<ProviderDeps, 'config'>,
  { userId, giftId, nowMs }: { readonly userId: UserId; readonly giftId: string; readonly nowMs: number },
): Promise<Result<GiftRow, Refusal>> {
  const gift = await lockOwnGift(tx, userId, giftId)
  if (gift === undefined) return err({ code: 'gift_not_found' })
  if (gift.state === 'cancelled') return ok(gift)
  if (gift.state === 'redeemed') return err({ code: 'gift_redeemed' })
  const { currency, amount_minor: amountMinor } = gift
  const wallet = await rowsOf(tx).openWallet({ userId, currency, sandbox: config.welcomeCredit, nowMs })
  const key = `gift_refund:${giftId}`
  await postGift(tx, { walletId: wallet.wallet_id, amountMinor, key, kind: 'gift_refund', nowMs })
  return ok(await settleGift(tx, { giftId, redeemedBy: null, nowMs }))
}

/** Mails gifts to their recipients. */
export const sendGiftMails = (deps: MailDeps): Promise<void> =>
  sendDueMails(deps, 'gifts', async (id) => {
    const gift = await findGift(deps.db, { giftId: id, codeHash: null })
    // The gift was just redeemed or cancelled.
    if (gift?.email === null || gift === undefined) return null
    const code = displayGiftCode(codeOf(await findKey(deps.db), gift.gift_id))
    const amount = formatAmount(gift.amount_minor, gift.currency, gift.language)
    // In the URL fragment, which no server or log sees.
    const link = `${deps.config.publicUrl}/wallet/gifts#${code}`
    return { to: gift.email, ...PAYMENT_TEXTS[gift.language].giftMail({ amount, code, link }) }
  })

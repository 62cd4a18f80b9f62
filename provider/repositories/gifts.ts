import type { GiftState } from '../../src/domain/gift.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { Language } from '../messages/language.ts'

export interface GiftRow {
  readonly gift_id: string
  readonly buyer_id: UserId
  readonly amount_minor: number
  readonly currency: Currency
  readonly state: GiftState
  readonly email: string | null
  readonly language: Language
  readonly created_at: Instant
  readonly settled_at: Instant | null
  readonly version: number
}

const COLUMNS = 'gift_id, buyer_id, amount_minor, currency, state, email, language, created_at, settled_at, version'

export interface NewGift extends Pick<GiftRow, 'gift_id' | 'buyer_id' | 'amount_minor' | 'currency' | 'language'> {
  readonly code_hash: string
  readonly email: string | null
  readonly nowMs: number
}

export async function insertGift(tx: Queryable, gift: NewGift): Promise<GiftRow> {
  const now = new Date(gift.nowMs)
  const [row] = await tx.query<GiftRow>(
    `insert into gifts (gift_id, code_hash, buyer_id, amount_minor, currency, state, email, language, mail_at, created_at)
     values ($1, $2, $3, $4, $5, 'open', $6, $7, $8, $9) returning ${COLUMNS}`,
    [
      ...[gift.gift_id, gift.code_hash, gift.buyer_id, gift.amount_minor, gift.currency],
      ...[gift.email, gift.language, gift.email === null ? null : now, now],
    ],
  )
  return must(row, 'inserted gift')
}

export const countOpenGifts = async (db: Queryable, buyerId: UserId): Promise<number> => {
  const [row] = await db.query<{ open: number }>(
    `select count(*) as open from gifts where buyer_id = $1 and state = 'open'`,
    [buyerId],
  )
  return must(row, 'count of gifts').open
}

/** Locks the gift: the second of two concurrent redemptions finds it redeemed. */
export async function lockGiftByCode(tx: Queryable, codeHash: string): Promise<GiftRow | undefined> {
  const [row] = await tx.query<GiftRow>(`select ${COLUMNS} from gifts where code_hash = $1 for update`, [codeHash])
  return row
}

/**
 * A gift as operators see it. Addresses of deleted accounts are null; `redeemer` is also null until the gift is
 * redeemed.
 */
export interface SoldGiftRow extends GiftRow {
  readonly buyer: string | null
  readonly redeemer: string | null
}

const SOLD = `
  select g.*, case when b.deleted_at is null then b.email end as buyer, case when r.deleted_at is null then r.email end as redeemer
    from gifts g join users b on b.user_id = g.buyer_id left join users r on r.user_id = g.redeemed_by`

const MAX_LISTED = 1_000

/** Lists gifts in a state, newest first. */
export const listAllGifts = (
  db: Queryable,
  state: GiftState,
  { limit, offset } = { limit: MAX_LISTED, offset: 0 },
): Promise<readonly SoldGiftRow[]> =>
  db.query<SoldGiftRow>(`${SOLD} where g.state = $1 order by g.created_at desc, g.gift_id limit $2 offset $3`, [
    ...[state, limit, offset],
  ])

export async function countGifts(db: Queryable, state: GiftState): Promise<number> {
  const [row] = await db.query<{ count: number }>('select count(*) as count from gifts where state = $1', [state])
  return must(row, 'count of gifts').count
}

/** Finds a gift by its id or by its code's hash; the other is null. */
export async function findGift(
  db: Queryable,
  { giftId, codeHash }: { readonly giftId: string | null; readonly codeHash: string | null },
): Promise<SoldGiftRow | undefined> {
  const [row] = await db.query<SoldGiftRow>(`${SOLD} where g.gift_id = $1 or g.code_hash = $2`, [giftId, codeHash])
  return row
}

/** Locks a gift that this user bought. */
export async function lockOwnGift(tx: Queryable, buyerId: UserId, giftId: string): Promise<GiftRow | undefined> {
  const [row] = await tx.query<GiftRow>(
    `select ${COLUMNS} from gifts where gift_id = $1 and buyer_id = $2 for update`,
    [giftId, buyerId],
  )
  return row
}

export async function settleGift(
  tx: Queryable,
  settled: { readonly giftId: string; readonly redeemedBy: UserId | null; readonly nowMs: number },
): Promise<GiftRow> {
  const [row] = await tx.query<GiftRow>(
    `update gifts set state = case when $2::uuid is null then 'cancelled' else 'redeemed' end, redeemed_by = $2, email = null,
            mail_at = null, settled_at = $3, version = version + 1
      where gift_id = $1 returning ${COLUMNS}`,
    [settled.giftId, settled.redeemedBy, new Date(settled.nowMs)],
  )
  return must(row, 'settled gift')
}

export async function listGifts(
  db: Queryable,
  { buyerId, page, size }: { readonly buyerId: UserId; readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly GiftRow[]; readonly total: number }> {
  const [rows, [counted]] = await Promise.all([
    db.query<GiftRow>(
      `select ${COLUMNS} from gifts where buyer_id = $1 order by created_at desc, gift_id limit $2 offset $3`,
      [buyerId, size, (page - 1) * size],
    ),
    db.query<{ total: number }>('select count(*) as total from gifts where buyer_id = $1', [buyerId]),
  ])
  return { rows, total: must(counted, 'count of gifts').total }
}

export interface GiftPosting {
  readonly walletId: string
  /** What the wallet receives, negative when it pays; minor units. */
  readonly amountMinor: number
  readonly key: string
  readonly kind: 'gift' | 'gift_refund' | 'gift_redeemed'
  readonly nowMs: number
}

/** Moves money between a wallet and the account of unredeemed gifts. Returns the wallet's balance. */
export async function postGift(
  tx: Queryable,
  { walletId, amountMinor, key, kind, nowMs }: GiftPosting,
): Promise<number> {
  const [row] = await tx.query<{ balance: number }>(
    `select post_to_wallet($1, $2, array['gifts'], array[$3::bigint], $4, $5, null, null, $6) as balance`,
    [walletId, amountMinor, -amountMinor, key, kind, new Date(nowMs)],
  )
  return must(row, 'balance').balance
}

import type { CountryCode } from '../../src/domain/country.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { Language } from '../messages/language.ts'
import { findUser, type UserRow } from './users.ts'

export interface NewGuest {
  readonly userId: UserId
  /** Exactly one is set: an address in lower case, or a number in E.164. */
  readonly email: string | null
  readonly phone: string | null
  readonly countryCode: CountryCode
  readonly language: Language
}

/** Guests who never booked are deleted after this time, with their contact. */
const UNUSED_MS = 2 * DAY_MS

const FORGET_UNUSED = `
  delete from users where user_id in (
    select user_id from users u where guest is not null and created_at < $1
       and not exists (select 1 from bookings where user_id = u.user_id)
       and not exists (select 1 from payments where user_id = u.user_id)
       and not exists (select 1 from wallets where user_id = u.user_id)
       and not exists (select 1 from free_cancellations where user_id = u.user_id)
     order by created_at limit 200 for update skip locked)`

export async function insertGuest(tx: Queryable, guest: NewGuest, nowMs: number): Promise<UserRow> {
  await tx.query(FORGET_UNUSED, [new Date(nowMs - UNUSED_MS)])
  await tx.query(
    `insert into users (user_id, email, first_name, last_name, phone, country_code, language, created_at, updated_at, guest, contact_email)
     values ($1, 'guest:' || $1::uuid, '', '', $2, $3, $4, $5, $5, 'open', $6)`,
    [guest.userId, guest.phone, guest.countryCode, guest.language, new Date(nowMs), guest.email],
  )
  return must(await findUser(tx, guest.userId), 'inserted guest')
}

export interface GuestStart {
  readonly keyHash: string
  readonly fingerprint: string
  readonly userId: UserId
  readonly familyId: string
  readonly nonce: string
}

/** Locks the key, so that two concurrent identical requests create one guest. */
export async function lockGuestStart(tx: Queryable, keyHash: string): Promise<GuestStart | undefined> {
  await tx.query(`select pg_advisory_xact_lock(hashtextextended('guest ' || $1, 0))`, [keyHash])
  const [row] = await tx.query<{ fingerprint: string; user_id: UserId; family_id: string; nonce: string }>(
    'select fingerprint, user_id, family_id, nonce from guest_starts where key_hash = $1',
    [keyHash],
  )
  return row === undefined
    ? undefined
    : { keyHash, fingerprint: row.fingerprint, userId: row.user_id, familyId: row.family_id, nonce: row.nonce }
}

export async function insertGuestStart(tx: Queryable, start: GuestStart, nowMs: number): Promise<void> {
  await tx.query('delete from guest_starts where created_at < $1', [new Date(nowMs - DAY_MS)])
  await tx.query(
    `insert into guest_starts (key_hash, fingerprint, user_id, family_id, nonce, created_at) values ($1, $2, $3, $4, $5, $6)`,
    [start.keyHash, start.fingerprint, start.userId, start.familyId, start.nonce, new Date(nowMs)],
  )
}

/** Whether the session that began with this token has not been refreshed yet. */
export async function isUnusedToken(tx: Queryable, tokenHash: string): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from refresh_tokens join refresh_families using (family_id)
      where token_hash = $1 and used_at is null and revoked_at is null`,
    [tokenHash],
  )
  return rows.length > 0
}

/**
 * Whether a guest has a paid booking that ends after `endedAfterMs` and whose car has not been recorded as leaving.
 * Prevents the guest from being moved into an account until the transaction ends.
 */
export async function lockGuestWithStay(
  tx: Queryable,
  asked: { readonly userId: UserId; readonly currency: Currency; readonly endedAfterMs: number },
): Promise<boolean> {
  const rows = await tx.query(
    `select 1 from users u where u.user_id = $1 and u.guest = 'open'
        and exists (select 1 from bookings b where b.user_id = u.user_id and b.currency = $2 and b.status = 'active'
                       and b.hold_until is null and b.checked_out_at is null and b.end_time > $3)
        for share of u`,
    [asked.userId, asked.currency, new Date(asked.endedAfterMs)],
  )
  return rows.length > 0
}

/** Turns the guest into the account of an address. Returns false when the address has an account. */
export async function makeAccountOfGuest(
  tx: Queryable,
  userId: UserId,
  proven: { readonly email: string; readonly nowMs: number },
): Promise<boolean> {
  const rows = await tx.query(
    `update users set email = $2, email_verified_at = $3, updated_at = $3, guest = null, contact_email = null
      where user_id = $1 and guest = 'open' and not exists (select 1 from users where email = $2) returning 1`,
    [userId, proven.email, new Date(proven.nowMs)],
  )
  return rows.length > 0
}

interface Move {
  readonly from: UserId
  readonly to: UserId
  readonly nowMs: number
  /** Ensures that the account has a wallet in this currency. */
  readonly openWallet: (currency: Currency) => Promise<unknown>
}

/**
 * Rows that move with the driver, except ledger balances. Payments first: the lock order is payment, booking, park,
 * wallet.
 */
const MOVED = [
  'update payments set user_id = $2 where user_id = $1',
  'update bookings set user_id = $2 where user_id = $1',
  'update free_cancellations set user_id = $2 where user_id = $1',
  'update push_subscriptions set user_id = $2 where user_id = $1',
  'update park_problems set user_id = $2 where user_id = $1',
  'update contact_messages set user_id = $2 where user_id = $1',
  'update space_requests set user_id = $2 where user_id = $1',
  'update companies set user_id = $2 where user_id = $1',
  // The driver's limits continue to apply in the account.
  'update no_space_refunds set user_id = $2 where user_id = $1',
  `update idempotency_keys k set scope = 'user:' || $2::uuid where scope = 'user:' || $1::uuid
      and not exists (select 1 from idempotency_keys o where o.scope = 'user:' || $2::uuid and o.key = k.key)`,
]

/**
 * Moves each wallet's balance to the account's wallet in that currency, which exists. A negative balance moves as a
 * reversal.
 */
const EMPTIED = `
  select post_to_wallet(g.wallet_id, -g.balance_minor, array['held'], array[g.balance_minor],
           'moved_out:' || g.wallet_id, 'adjustment', null, null, $3),
         post_to_wallet(a.wallet_id, g.balance_minor, array['held'], array[-g.balance_minor],
           'moved_in:' || g.wallet_id, case when g.balance_minor < 0 then 'reversal' else 'adjustment' end, null, null, $3)
    from (select * from wallets where user_id = $1 and balance_minor <> 0 for update) g
    join wallets a on a.user_id = $2 and a.currency = g.currency`

/**
 * Moves everything from the guest to the account. The guest's row stays, without its contact, because its old postings
 * reference it.
 */
export async function moveGuest(tx: Queryable, { from, to, nowMs, openWallet }: Move): Promise<void> {
  for (const sql of MOVED) await tx.query(sql, [from, to])
  const wallets = await tx.query<{ currency: Currency }>('select currency from wallets where user_id = $1', [from])
  for (const { currency } of wallets) await openWallet(currency)
  await tx.query(EMPTIED, [from, to, new Date(nowMs)])
  await tx.query(
    `update users set guest = 'moved', moved_to = $2, contact_email = null, phone = null, updated_at = $3 where user_id = $1`,
    [from, to, new Date(nowMs)],
  )
}

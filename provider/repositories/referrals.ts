import type { CountryCode } from '../../src/domain/country.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { EndedStay, ReferralCode, ReferralState } from '../../src/domain/referral.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

export interface ReferralRow {
  /** The referred driver. */
  readonly user_id: UserId
  readonly referrer_id: UserId
  readonly state: ReferralState
  readonly entered_at: Instant
  readonly check_at: Instant | null
  readonly booking_id: string | null
  readonly currency: Currency | null
  readonly referrer_minor: number | null
  readonly referred_minor: number | null
  readonly credited_at: Instant | null
}

const COLUMNS =
  'user_id, referrer_id, state, entered_at, check_at, booking_id, currency, referrer_minor, referred_minor, credited_at'

export interface Party {
  readonly user_id: UserId
  readonly created_at: Instant
  readonly disabled_at: Instant | null
  readonly email: string
}

/** Locks accounts until the transaction ends, excluding deleted ones and guests. In id order, to avoid deadlocks. */
export const lockParties = (tx: Queryable, userIds: readonly UserId[]): Promise<readonly Party[]> =>
  tx.query<Party>(
    `select user_id, created_at, disabled_at, email from users
      where user_id = any($1::uuid[]) and deleted_at is null and guest is null order by user_id for no key update`,
    [userIds],
  )

/** Returns false when another driver has this code. */
export async function insertCode(
  tx: Queryable,
  { userId, code, nowMs }: { readonly userId: UserId; readonly code: ReferralCode; readonly nowMs: number },
): Promise<boolean> {
  const rows = await tx.query(
    'insert into referral_codes (user_id, code, created_at) values ($1, $2, $3) on conflict do nothing returning 1 as made',
    [userId, code, new Date(nowMs)],
  )
  return rows.length > 0
}

export async function findCode(db: Queryable, userId: UserId): Promise<ReferralCode | undefined> {
  const [row] = await db.query<{ code: ReferralCode }>('select code from referral_codes where user_id = $1', [userId])
  return row?.code
}

export async function findOwner(db: Queryable, code: ReferralCode): Promise<UserId | undefined> {
  const [row] = await db.query<{ user_id: UserId }>('select user_id from referral_codes where code = $1', [code])
  return row?.user_id
}

/** Serialises a driver's credits, so that they are counted correctly. */
export const lockCode = (tx: Queryable, userId: UserId): Promise<unknown> =>
  tx.query('select 1 from referral_codes where user_id = $1 for update', [userId])

const MAXIMUM_DEVICES = 50

export const noteDevice = (
  tx: Queryable,
  { userId, device, nowMs }: { readonly userId: UserId; readonly device: string; readonly nowMs: number },
): Promise<unknown> =>
  tx.query(
    `insert into referral_devices (user_id, device, seen_at)
     select $1, $2, $3 where (select count(*) from referral_devices where user_id = $1) < ${String(MAXIMUM_DEVICES)}
     on conflict (user_id, device) do update set seen_at = excluded.seen_at`,
    [userId, device, new Date(nowMs)],
  )

export async function findReferral(db: Queryable, userId: UserId): Promise<ReferralRow | undefined> {
  const [row] = await db.query<ReferralRow>(`select ${COLUMNS} from referrals where user_id = $1`, [userId])
  return row
}

export async function lockReferral(tx: Queryable, userId: UserId): Promise<ReferralRow | undefined> {
  const [row] = await tx.query<ReferralRow>(`select ${COLUMNS} from referrals where user_id = $1 for update`, [userId])
  return row
}

export const insertReferral = (
  tx: Queryable,
  { userId, referrerId, nowMs }: { readonly userId: UserId; readonly referrerId: UserId; readonly nowMs: number },
): Promise<unknown> =>
  tx.query(
    `insert into referrals (user_id, referrer_id, state, entered_at, check_at) values ($1, $2, 'waiting', $3, $3)`,
    [userId, referrerId, new Date(nowMs)],
  )

/** Whether the driver has a booking that cost something and has begun or was cancelled. */
export async function hasParked(db: Queryable, userId: UserId, nowMs: number): Promise<boolean> {
  const rows = await db.query(
    `select 1 from bookings where user_id = $1 and hold_until is null and cancel_reason is distinct from 'hold_expired'
        and (status = 'cancelled' or start_time <= $2) and retained_minor + total_minor - coalesce(refund_minor, 0) > 0 limit 1`,
    [userId, new Date(nowMs)],
  )
  return rows.length > 0
}

export interface TraceRow {
  readonly plates: readonly string[]
  readonly devices: readonly string[]
  readonly cards: readonly string[]
  readonly phones: readonly string[]
}

export async function readTraces(db: Queryable, userId: UserId): Promise<TraceRow> {
  const [row] = await db.query<TraceRow>(
    `select array(select plate_normalised from vehicles where user_id = $1
                  union select p from bookings, unnest(former_plates || plate) as p where user_id = $1 and p <> '') as plates,
            array(select device from referral_devices where user_id = $1) as devices,
            array(select gateway || ':' || token from payment_methods where user_id = $1 and token <> ''
                  union select gateway || ':' || coalesce(brand, '') || ':' || last4 from payment_methods
                         where user_id = $1 and last4 is not null) as cards,
            array(select phone from users where user_id = $1 and phone is not null) as phones`,
    [userId],
  )
  return must(row, 'traces')
}

export interface StayRow extends EndedStay {
  readonly booking_id: string
  readonly plate: string
  readonly country_code: CountryCode
}

/** Lists ended, uncancelled stays, earliest first, with the terms in force when the code was entered. */
export const listEndedStays = (
  db: Queryable,
  { userId, enteredMs, nowMs }: { readonly userId: UserId; readonly enteredMs: number; readonly nowMs: number },
): Promise<readonly StayRow[]> =>
  db.query<StayRow>(
    `select b.booking_id, b.plate, k.country_code, b.currency, b.total_minor as "paidMinor",
            case when t.active and t.currency = b.currency then jsonb_build_object('referrerMinor', t.referrer_minor,
              'referredMinor', t.referred_minor, 'minimumMinor', t.minimum_minor, 'limit', t.monthly_limit) end as terms
       from bookings b join parks k on k.id = b.park_id
       left join lateral (select * from referral_terms t where t.country_code = k.country_code and t.valid_from <= $2
                           order by t.terms_id desc limit 1) as t on true
      where b.user_id = $1 and b.status = 'active' and b.hold_until is null and b.end_time <= $3 and b.end_time > $2
      order by b.end_time, b.booking_id limit 100`,
    [userId, new Date(enteredMs), new Date(nowMs)],
  )

/** `open`: contested, or pending. `gone`: debited from the wallet. */
export async function readClawback(db: Queryable, userId: UserId): Promise<'none' | 'open' | 'gone'> {
  const [row] = await db.query<{ open: number; gone: number }>(
    `select count(*) filter (where c.state in ('open', 'pending')) as open, count(*) filter (where c.booked_minor > 0) as gone
       from clawbacks c join payments p using (reference) where p.user_id = $1`,
    [userId],
  )
  const { open, gone } = must(row, 'clawbacks')
  if (gone > 0) return 'gone'
  return open > 0 ? 'open' : 'none'
}

export const isStillPaid = async (db: Queryable, bookingId: string): Promise<boolean> => {
  const rows = await db.query(
    `select 1 from bookings where booking_id = $1 and status = 'active' and total_minor > 0`,
    [bookingId],
  )
  return rows.length > 0
}

export async function countCredits(db: Queryable, referrerId: UserId, sinceMs: number): Promise<number> {
  const [row] = await db.query<{ credits: number }>(
    'select count(*) as credits from referrals where referrer_id = $1 and credited_at > $2',
    [referrerId, new Date(sinceMs)],
  )
  return must(row, 'credits').credits
}

export async function hasMark(db: Queryable, marks: readonly string[]): Promise<boolean> {
  const rows = await db.query('select 1 from referral_marks where mark = any($1) limit 1', [marks])
  return rows.length > 0
}

export const insertMarks = (tx: Queryable, marks: readonly string[], nowMs: number): Promise<unknown> =>
  tx.query('insert into referral_marks (mark, created_at) select unnest($1::text[]), $2 on conflict do nothing', [
    marks,
    new Date(nowMs),
  ])

export const forgetMarks = (db: Queryable, beforeMs: number): Promise<unknown> =>
  db.query('delete from referral_marks where created_at < $1', [new Date(beforeMs)])

export const listDueReferrals = (
  db: Queryable,
  nowMs: number,
): Promise<readonly Pick<ReferralRow, 'user_id' | 'referrer_id'>[]> =>
  db.query<ReferralRow>(
    'select user_id, referrer_id from referrals where check_at <= $1 order by check_at, user_id limit 100',
    [new Date(nowMs)],
  )

/**
 * Schedules the next check for when the driver's next stay ends, at the latest at `latestMs`; null for no further
 * check.
 */
export const checkAgain = (
  tx: Queryable,
  { userId, latestMs, nowMs }: { readonly userId: UserId; readonly latestMs: number | null; readonly nowMs: number },
): Promise<unknown> =>
  tx.query(
    `update referrals set check_at = case when $2::timestamptz is null then null else least($2, (select min(end_time) from bookings
        where user_id = $1 and status = 'active' and end_time > $3)) end where user_id = $1`,
    [userId, latestMs === null ? null : new Date(latestMs), new Date(nowMs)],
  )

export const endReferral = (
  tx: Queryable,
  ended: {
    readonly userId: UserId
    readonly state: 'refused' | 'expired' | 'taken_back'
    readonly reason: string | null
    readonly nowMs: number
  },
): Promise<unknown> =>
  tx.query('update referrals set state = $2, reason = $3, settled_at = $4, check_at = null where user_id = $1', [
    ...[ended.userId, ended.state, ended.reason, new Date(ended.nowMs)],
  ])

export interface ReferralCredit {
  readonly userId: UserId
  readonly stay: Pick<StayRow, 'booking_id' | 'currency'>
  readonly referrerMinor: number
  readonly referredMinor: number
  readonly checkMs: number
  readonly nowMs: number
}

export const noteCredit = (tx: Queryable, credit: ReferralCredit): Promise<unknown> =>
  tx.query(
    `update referrals set state = 'credited', booking_id = $2, currency = $3, referrer_minor = $4, referred_minor = $5, credited_at = $6,
            settled_at = $6, check_at = $7 where user_id = $1`,
    [
      ...[credit.userId, credit.stay.booking_id, credit.stay.currency, credit.referrerMinor, credit.referredMinor],
      ...[new Date(credit.nowMs), new Date(credit.checkMs)],
    ],
  )

/** Moves money between a wallet and the promotions account; negative to take it back. */
export const postReferral = (
  tx: Queryable,
  posting: { readonly walletId: string; readonly amountMinor: number; readonly key: string; readonly nowMs: number },
): Promise<unknown> =>
  tx.query(`select post_to_wallet($1, $2, array['promo'], array[-$2::bigint], $3, 'referral', null, null, $4)`, [
    ...[posting.walletId, posting.amountMinor, posting.key, new Date(posting.nowMs)],
  ])

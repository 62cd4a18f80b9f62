/** Money cases that a person has to resolve, because neither the ledger nor a gateway can settle them. */
import type { GatewayName } from '../../src/contract/payments.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { Queryable } from '../db/database.ts'

interface CaseFacts {
  readonly reference: string
  readonly gateway: GatewayName
  readonly currency: Currency
  readonly amount_minor: number
  readonly email: string
  readonly since: Instant
}

export interface MismatchCase extends CaseFacts {
  /** The amount the gateway says it took, in minor units; null when it named none or it was not recorded. */
  readonly taken_minor: number | null
  /** ISO 4217; may be a currency we do not use. */
  readonly taken_currency: string | null
}

export interface RefundCase extends CaseFacts {
  readonly withdrawal_id: string
  readonly state: 'sent' | 'pending'
}

/** Lists refunds requested before `beforeMs` whose outcome the gateway has not reported. */
export const listRefundCases = (db: Queryable, beforeMs: number): Promise<readonly RefundCase[]> =>
  db.query<RefundCase>(
    `select r.reference, p.gateway, p.currency, r.amount_minor, u.email, w.created_at as since, r.withdrawal_id, r.state
       from payment_refunds r join withdrawals w using (withdrawal_id) join payments p using (reference) join users u on u.user_id = p.user_id
      where r.state in ('sent', 'pending') and w.created_at < $1 order by w.created_at, r.reference`,
    [new Date(beforeMs)],
  )

const IS_CLOSED = `exists (select 1 from money_actions a where a.subject = p.reference and a.action = 'payment.close')`

/** Lists payments for which the gateway took a different amount, and which staff have not closed. */
export const listMismatches = (db: Queryable): Promise<readonly MismatchCase[]> =>
  db.query<MismatchCase>(
    `select p.reference, p.gateway, p.currency, p.amount_minor, u.email, p.updated_at as since, m.taken_minor, m.taken_currency
       from payments p join users u using (user_id) left join payment_mismatches m using (reference)
      where p.reason = 'mismatch' and not ${IS_CLOSED} order by p.updated_at`,
  )

/** Records what the gateway says it took, replacing its earlier statement. */
export async function noteMismatch(
  tx: Queryable,
  reference: string,
  taken: { readonly amountMinor: number | null; readonly currency: string; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    `insert into payment_mismatches (reference, taken_minor, taken_currency, noted_at) values ($1, $2, $3, $4)
     on conflict (reference) do update
        set taken_minor = excluded.taken_minor, taken_currency = excluded.taken_currency, noted_at = excluded.noted_at`,
    [reference, taken.amountMinor, taken.currency, new Date(taken.nowMs)],
  )
}

/** Whether the payment is an open mismatch. Stable while the caller holds the payment's lock. */
export async function isOpenMismatch(tx: Queryable, reference: string): Promise<boolean> {
  const rows = await tx.query(
    `select from payments p where p.reference = $1 and p.reason = 'mismatch' and not ${IS_CLOSED}`,
    [reference],
  )
  return rows.length > 0
}

export interface DisputeCase extends CaseFacts {
  readonly kind: 'dispute' | 'reversal'
  readonly state: 'open' | 'pending' | 'gone' | 'returned'
  readonly booked_minor: number
}

/** Lists reversals under way, and disputes since `sinceMs` that were not won: a bank may still decide them. */
export const listDisputes = (db: Queryable, sinceMs: number): Promise<readonly DisputeCase[]> =>
  db.query<DisputeCase>(
    `select c.reference, p.gateway, p.currency, c.amount_minor, u.email, c.created_at as since, c.kind, c.state, c.booked_minor
       from clawbacks c join payments p using (reference) join users u using (user_id)
      where c.state in ('open', 'pending') or (c.kind = 'dispute' and c.state = 'gone' and c.created_at > $1) order by c.created_at`,
    [new Date(sinceMs)],
  )

export interface DebtCase {
  readonly user_id: UserId
  readonly email: string
  readonly wallet_id: string
  readonly currency: Currency
  readonly balance_minor: number
}

/** Lists wallets below zero because money was clawed back. */
export const listDebtCases = (db: Queryable): Promise<readonly DebtCase[]> =>
  db.query<DebtCase>(
    `select u.user_id, u.email, w.wallet_id, w.currency, w.balance_minor from wallets w join users u using (user_id)
      where w.balance_minor < 0 order by w.balance_minor`,
  )

/** Locks and returns the wallet's row. */
export async function lockDebt(
  tx: Queryable,
  { email, currency }: { readonly email: string; readonly currency: Currency },
): Promise<DebtCase | undefined> {
  const [row] = await tx.query<DebtCase>(
    `select u.user_id, u.email, w.wallet_id, w.currency, w.balance_minor from wallets w join users u using (user_id)
      where u.email = $1 and w.currency = $2 for update of w`,
    [email, currency],
  )
  return row
}

/** Writes off the debt at the platform's expense. */
export async function postWriteOff(
  tx: Queryable,
  { wallet_id: walletId, balance_minor: balanceMinor }: DebtCase,
  nowMs: number,
): Promise<void> {
  await tx.query(
    `select post_to_wallet($1::uuid, $2::bigint, array['written_off'], array[-$2::bigint],
       'write_off:' || $1::uuid || ':' || (select max(entry_id) from entries where wallet_id = $1::uuid), 'adjustment', null, null, $3)`,
    [walletId, -balanceMinor, new Date(nowMs)],
  )
}

/**
 * Accepts the amount the gateway took as the payment's amount: clears the mismatch and makes the payment's check due
 * immediately.
 */
export async function acceptTaken(
  tx: Queryable,
  reference: string,
  { amountMinor, nowMs }: { readonly amountMinor: number; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    'update payments set amount_minor = $2, reason = null, next_check_at = $3, updated_at = $3 where reference = $1',
    [reference, amountMinor, new Date(nowMs)],
  )
}

export interface ChargeSum {
  readonly country: string | null
  readonly region: string | null
  readonly currency: Currency
  readonly kind: string
  readonly count: number
  readonly paid: number
  readonly fees: number
  readonly tax: number
}

/**
 * Sums fees and taxes in a period by location of the car park, null when none is involved. Covers all postings, so the
 * sums equal the ledger's.
 */
export const sumCharges = (
  db: Queryable,
  { fromMs, untilMs }: { readonly fromMs: number; readonly untilMs: number },
): Promise<readonly ChargeSum[]> =>
  db.query<ChargeSum>(
    `select k.country_code as country, k.state as region, p.currency, p.kind, count(*) as count,
            sum(x.paid)::bigint as paid, sum(x.fees)::bigint as fees, sum(x.tax)::bigint as tax
       from (select posting_id from entries where account in ('fees', 'tax') group by posting_id) as own
       join postings p using (posting_id) left join bookings b using (booking_id) left join parks k on k.id = b.park_id
      cross join lateral (
        select coalesce(-sum(e.amount_minor) filter (where e.account = 'wallet'), 0) as paid,
               coalesce(sum(e.amount_minor) filter (where e.account = 'fees'), 0) as fees,
               coalesce(sum(e.amount_minor) filter (where e.account = 'tax'), 0) as tax
          from entries e where e.posting_id = p.posting_id) as x
      where p.created_at >= $1 and p.created_at < $2
      group by 1, 2, 3, 4 order by 1 nulls last, 2 nulls last, 3, 4`,
    [new Date(fromMs), new Date(untilMs)],
  )

export interface OwedRow {
  readonly code: string
  readonly name: string
  readonly currency: Currency
  readonly payable: number
}

/** Lists current balances of car parks, omitting zero. */
export const listOwed = (db: Queryable): Promise<readonly OwedRow[]> =>
  db.query<OwedRow>(
    `select k.code, k.name, p.currency, sum(e.amount_minor)::bigint as payable
       from entries e join postings p using (posting_id) join parks k on e.account = 'park:' || k.id
      where e.account like 'park:%' group by 1, 2, 3 having sum(e.amount_minor) <> 0 order by 3, 4 desc, 1`,
  )

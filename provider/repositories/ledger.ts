import type { Queryable } from '../db/database.ts'
import { must } from '../../src/lib/assert.ts'
import { type Check, PAYMENT_CHECKS } from './ledger-payments.ts'

const BATCH = 500

/** Assigns numbers to charges without a receipt and returns how many. */
export async function assignReceipts(db: Queryable, { nowMs }: { readonly nowMs: number }): Promise<number> {
  let count = 0
  for (;;) {
    const [row] = await db.query<{ assigned: number }>('select assign_receipts($1, false, $2) as assigned', [
      BATCH,
      new Date(nowMs),
    ])
    const { assigned } = must(row, 'count of receipts')
    count += assigned
    if (assigned < BATCH) return count
  }
}

/** Maximum number of postings per audit round. */
const AUDITED_AT_ONCE = 5_000

/**
 * Continues the incremental audit of the ledger, with `reconcile`'s checks, and counts differences. Returns how many
 * postings were read.
 */
export async function auditLedger(db: Queryable): Promise<number> {
  const [row] = await db.query<{ read: number }>('select audit_ledger($1) as read', [AUDITED_AT_ONCE])
  return must(row, 'count of postings').read
}

/** Clears the audit's differences after a reconciliation without findings: they have been fixed. */
export const forgetDifferences = (db: Queryable): Promise<unknown> =>
  db.query(`update ledger_marks set differences = 0 where name = 'audit' and differences > 0`)

const CHECKS = [
  [
    'posting sums to zero',
    // One scan serves this check and the next; the row's `check` says which.
    `with odd as (select p.posting_id::text as subject, coalesce(sum(e.amount_minor), 0)::bigint as total, count(e.entry_id) as entries
                    from postings p left join entries e using (posting_id)
                   group by p.posting_id having sum(e.amount_minor) <> 0 or count(e.entry_id) < 2)
     select 'posting sums to zero' as check, subject, 0 as expected, total as found from odd where total <> 0
      union all select 'posting has entries', subject, 2, entries from odd where entries < 2`,
  ],
  [
    'wallet holds the sum of its entries',
    `select w.wallet_id::text as subject, coalesce(e.total, 0)::bigint as expected, w.balance_minor as found
       from wallets w left join (select wallet_id, sum(amount_minor) as total from entries where wallet_id is not null group by wallet_id) as e
         using (wallet_id)
      where w.balance_minor <> coalesce(e.total, 0)`,
  ],
  [
    'running balance of a wallet',
    // Compares each balance with the previous one: if every step is right, every balance is the sum so far.
    `select entry_id::text as subject, expected, balance_after as found
       from (select entry_id, balance_after,
                    lag(balance_after, 1, 0::bigint) over (partition by wallet_id order by entry_id) + amount_minor as expected
               from entries where wallet_id is not null) as running
      where expected <> balance_after`,
  ],
  [
    'booking cost what it says',
    // Held spaces and expired holds (cancelled without a refund) were not paid.
    `select b.booking_id::text as subject, c.cost as expected, coalesce(x.paid, 0)::bigint as found
       from bookings b
       cross join lateral (
         select b.retained_minor + case
                  when b.hold_until is not null or (b.status = 'cancelled' and b.refund_minor is null) then 0
                  else b.total_minor - coalesce(b.refund_minor, 0) end as cost) as c
       left join (select p.booking_id, -sum(e.amount_minor)::bigint as paid
                    from postings p join entries e using (posting_id)
                   where p.booking_id is not null and e.account = 'wallet' group by p.booking_id) as x using (booking_id)
      where coalesce(x.paid, 0) <> c.cost`,
  ],
  [
    'charge belongs to a booking',
    `select p.posting_id::text as subject, 1 as expected, 0 as found
       from postings p left join bookings b using (booking_id)
      where p.kind in ('booking', 'extension', 'refund') and b.booking_id is null`,
  ],
  [
    'order cost what it says',
    // Unpaid orders cost nothing yet.
    `select o.order_code as subject, c.cost as expected, coalesce(x.paid, 0)::bigint as found
       from orders o
       cross join lateral (select case when o.paid_at is null then 0 else o.total_minor - o.refunded_minor end as cost) as c
       left join (select p.description as order_code, -sum(e.amount_minor) as paid
                    from postings p join entries e using (posting_id)
                   where p.kind in ('order', 'order_refund') and e.account = 'wallet' group by 1) as x using (order_code)
      where coalesce(x.paid, 0) <> c.cost`,
  ],
  [
    'charge belongs to an order',
    `select p.posting_id::text as subject, 1 as expected, 0 as found
       from postings p left join orders o on o.order_code = p.description
      where p.kind in ('order', 'order_refund') and o.order_id is null`,
  ],
  [
    'renewal cost what it says',
    `select d.code as subject, d.total_minor - d.refunded_minor as expected, coalesce(x.paid, 0)::bigint as found
       from document_renewals d
       left join (select p.description as code, -sum(e.amount_minor) as paid
                    from postings p join entries e using (posting_id)
                   where p.kind in ('document', 'document_refund') and e.account = 'wallet' group by 1) as x using (code)
      where coalesce(x.paid, 0) <> d.total_minor - d.refunded_minor`,
  ],
  [
    'charge belongs to a renewal',
    `select p.posting_id::text as subject, 1 as expected, 0 as found
       from postings p left join document_renewals d on d.code = p.description
      where p.kind in ('document', 'document_refund') and d.renewal_id is null`,
  ],
  [
    'gifts hold what nobody has redeemed',
    `select currency as subject, coalesce(g.open, 0)::bigint as expected, coalesce(e.held, 0)::bigint as found
       from (select currency, sum(amount_minor) as open from gifts where state = 'open' group by 1) as g
       full join (select p.currency, sum(e.amount_minor) as held
                    from entries e join postings p using (posting_id) where e.account = 'gifts' group by 1) as e using (currency)
      where coalesce(g.open, 0) <> coalesce(e.held, 0)`,
  ],
  [
    'plan cost what it says',
    `select key as subject, coalesce(d.price_minor, 0)::bigint as expected, coalesce(x.paid, 0)::bigint as found
       from (select 'plan:' || subscription_id || ':' || period as key, price_minor from subscription_periods) as d
       full join (select p.key, -sum(e.amount_minor) as paid from postings p join entries e using (posting_id)
                   where p.kind = 'plan' and e.account = 'wallet' group by 1) as x using (key)
      where coalesce(x.paid, 0) <> coalesce(d.price_minor, 0)`,
  ],
  [
    'referral credited what it says',
    `select r.key as subject, coalesce(d.minor, 0)::bigint as expected, coalesce(r.minor, 0)::bigint as found
       from (select 'referral:' || user_id || ':referrer' as key, referrer_minor as minor from referrals where credited_at is not null
             union all
             select 'referral:' || user_id || ':referred', referred_minor from referrals where credited_at is not null) as d
       full join (select p.key, e.amount_minor as minor from postings p join entries e using (posting_id)
                   where p.kind = 'referral' and p.key like 'referral:%' and e.account = 'wallet') as r using (key)
      where coalesce(d.minor, 0) <> coalesce(r.minor, 0)`,
  ],
  [
    'receipt numbers have no gap',
    `select c.country_code as subject, c.last_number as expected, count(r.number) as found
       from receipt_counters c left join receipts r using (country_code)
      group by c.country_code, c.last_number having c.last_number <> count(r.number)`,
  ],
] as const satisfies readonly Check[]

export type CheckName = (typeof CHECKS)[number][0] | 'posting has entries' | (typeof PAYMENT_CHECKS)[number][0]

/** A single inconsistency; none is ever expected. Amounts in minor units. */
export interface Difference<Name extends string = CheckName> {
  readonly check: Name
  readonly subject: string
  readonly expected: number
  readonly found: number
}

/** Compares ledger, wallets, bookings, payments and receipts in one snapshot. Empty when everything agrees. */
export async function reconcile(tx: Queryable): Promise<readonly Difference[]> {
  const found: Difference[] = []
  for (const [check, sql] of [...CHECKS, ...PAYMENT_CHECKS]) {
    const rows = await tx.query<Omit<Difference, 'check'>>(sql)
    found.push(...rows.map((row) => ({ check, ...row })))
  }
  return found
}

/** Sums all entries; always zero. */
export async function sumLedger(db: Queryable): Promise<number> {
  const [row] = await db.query<{ total: number }>('select coalesce(sum(amount_minor), 0)::bigint as total from entries')
  return must(row, 'sum of the ledger').total
}

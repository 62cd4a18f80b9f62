import type { TransactionKind } from '../../src/domain/wallet.ts'
import type { QuoteLineWire, TaxWire } from '../../src/contract/tariff.ts'
import type { BookingCode, UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { RECEIPT_SQL } from './bookings.ts'

export interface CompanyLineRow {
  readonly entry_id: number
  readonly at: Instant
  readonly kind: TransactionKind
  readonly amount_minor: number
  /** Signs are those of the receiving accounts: positive where the company paid. */
  readonly fees_minor: number
  readonly tax_minor: number
  readonly receipt_number: string | null
  readonly booking_code: BookingCode | null
  readonly email: string
  readonly plate: string
  readonly park: string
  readonly timezone: string
  readonly start_time: Instant
  readonly end_time: Instant
  readonly lines: readonly QuoteLineWire[] | null
  /** Taxes of the tariff the stay was booked at. */
  readonly booked_taxes: readonly TaxWire[] | null
}

interface Month {
  readonly companyId: UserId
  readonly currency: Currency
  /** `2026-11`. */
  readonly month: string
}

/** Bounds of the month in the time zone of the company's country. */
const BOUNDS = `
  select company_month($1, ($3 || '-15 12:00+00')::timestamptz) as since,
         company_month($1, ($3 || '-15 12:00+00')::timestamptz + interval '1 month') as until`

/** Lists all movements of the company's wallet in a month, in ledger order. */
export const listCompanyLines = (db: Queryable, { companyId, currency, month }: Month) =>
  db.query<CompanyLineRow>(
    `with bounds as (${BOUNDS})
     select e.entry_id, p.created_at as at, p.kind, e.amount_minor, b.booking_code,
            (select coalesce(sum(o.amount_minor), 0)::bigint from entries o where o.posting_id = p.posting_id and o.account = 'fees') as fees_minor,
            (select coalesce(sum(o.amount_minor), 0)::bigint from entries o where o.posting_id = p.posting_id and o.account = 'tax') as tax_minor,
            case when r.posting_id is not null then ${RECEIPT_SQL} end as receipt_number,
            coalesce(m.email, '') as email, b.plate, k.name as park, k.timezone, b.start_time, b.end_time, b.lines,
            (select t.taxes from park_tariffs t where t.park_id = b.park_id and t.version = b.tariff_version) as booked_taxes
       from bounds cross join wallets w join entries e using (wallet_id) join postings p using (posting_id)
       left join receipts r using (posting_id) left join bookings b using (booking_id) left join parks k on k.id = b.park_id
       left join lateral (select email from company_members c where c.company_id = $1 and c.user_id = b.user_id
                           order by c.created_at desc limit 1) as m on true
      where w.user_id = $1 and w.currency = $2 and p.created_at >= since and p.created_at < until
      order by e.entry_id`,
    [companyId, currency, month],
  )

/** Reads the wallet's balance at the beginning and end of the month. */
export async function readCompanyBalances(
  db: Queryable,
  { companyId, currency, month }: Month,
): Promise<{ readonly opening: number; readonly closing: number }> {
  const [row] = await db.query<{ opening: number; closing: number }>(
    `with bounds as (${BOUNDS})
     select coalesce(sum(e.amount_minor) filter (where p.created_at < since), 0)::bigint as opening,
            coalesce(sum(e.amount_minor) filter (where p.created_at < until), 0)::bigint as closing
       from bounds cross join wallets w join entries e using (wallet_id) join postings p using (posting_id)
      where w.user_id = $1 and w.currency = $2`,
    [companyId, currency, month],
  )
  return must(row, 'balances')
}

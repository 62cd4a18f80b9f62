import type { Transaction } from '../../src/contract/wallet.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'
import { RECEIPT_SQL } from './bookings.ts'

export interface StatementRow {
  /** Local time in the statement's time zone, `2026-11-23 13:00`. */
  readonly local_time: string
  readonly kind: Transaction['kind']
  readonly amount_minor: number
  readonly balance_after: number
  readonly booking_code: string | null
  readonly park_name: string | null
  readonly receipt_number: string | null
  readonly description: string | null
  readonly created_at: Instant
}

export interface StatementRange {
  readonly walletId: string
  readonly timezone: string
  /** Dates in that time zone, both inclusive; null for no bound. */
  readonly from: string | null
  readonly to: string | null
}

const MAX_ENTRIES = 20_000

/** Lists movements of a wallet, oldest first. */
export const listStatement = (db: Queryable, range: StatementRange): Promise<readonly StatementRow[]> =>
  db.query<StatementRow>(
    `select to_char(p.created_at at time zone $2, 'YYYY-MM-DD HH24:MI') as local_time, p.kind, e.amount_minor, e.balance_after,
            b.booking_code, k.name as park_name, ${RECEIPT_SQL} as receipt_number, p.description, p.created_at
       from entries e join postings p using (posting_id)
       left join bookings b on b.booking_id = p.booking_id left join parks k on k.id = b.park_id
       left join receipts r on r.posting_id = p.posting_id
      where e.wallet_id = $1
        and ($3::date is null or (p.created_at at time zone $2)::date >= $3::date)
        and ($4::date is null or (p.created_at at time zone $2)::date <= $4::date)
      order by e.entry_id limit ${String(MAX_ENTRIES)}`,
    [range.walletId, range.timezone, range.from, range.to],
  )

export interface MonthRow {
  readonly month: string
  readonly charged: number
  readonly refunded: number
  readonly topped_up: number
}

/** Sums movements by local month, for months that have any. */
export const listMonths = (
  db: Queryable,
  wallet: { readonly walletId: string; readonly timezone: string; readonly sinceMonth: string },
): Promise<readonly MonthRow[]> =>
  db.query<MonthRow>(
    `select to_char(p.created_at at time zone $2, 'YYYY-MM') as month,
            coalesce(-sum(e.amount_minor) filter (where p.kind in ('booking', 'extension', 'order')), 0)::bigint as charged,
            coalesce(sum(e.amount_minor) filter (where p.kind in ('refund', 'order_refund', 'document_refund')), 0)::bigint as refunded,
            coalesce(sum(e.amount_minor) filter (where p.kind = 'top_up'), 0)::bigint as topped_up
       from entries e join postings p using (posting_id)
      where e.wallet_id = $1 and to_char(p.created_at at time zone $2, 'YYYY-MM') >= $3
      group by 1 order by 1`,
    [wallet.walletId, wallet.timezone, wallet.sinceMonth],
  )

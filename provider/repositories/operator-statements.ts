/** A car park's ledger account. Every figure is a sum of entries, so it cannot deviate from them. */
import type { StatementKind } from '../../src/contract/operator-statements.ts'
import type { QuoteLineWire, TaxWire } from '../../src/contract/tariff.ts'
import type { BookingCode, ParkId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

export interface StatementAsked {
  readonly parkId: ParkId
  readonly fromMs: Instant
  /** Exclusive. */
  readonly untilMs: Instant
}

interface Sums {
  readonly currency: Currency
  readonly kind: StatementKind
  /** Minor units; charges are positive. */
  readonly paid: number
  readonly fees: number
  readonly tax: number
  readonly park: number
}

/** Postings that touch the car park's account; `$1` is that account. */
const OWN = `
  select p.posting_id, p.created_at, p.kind, p.currency, p.booking_id, p.description, x.park, x.paid, x.fees, x.tax
    from (select distinct posting_id from entries where account = $1) as own join postings p using (posting_id)
    cross join lateral (
      select coalesce(sum(e.amount_minor) filter (where e.account = $1), 0)::bigint as park,
             coalesce(-sum(e.amount_minor) filter (where e.account = 'wallet'), 0)::bigint as paid,
             coalesce(sum(e.amount_minor) filter (where e.account = 'fees'), 0)::bigint as fees,
             coalesce(sum(e.amount_minor) filter (where e.account = 'tax'), 0)::bigint as tax
        from entries e where e.posting_id = p.posting_id) as x`

const accountOf = (parkId: ParkId): string => `park:${String(parkId)}`
const valuesOf = ({ parkId, fromMs, untilMs }: StatementAsked) => [
  accountOf(parkId),
  new Date(fromMs),
  new Date(untilMs),
]
const WITHIN = 'p.created_at >= $2 and p.created_at < $3'

export interface FigureRow extends Sums {
  readonly count: number
}

export const listFigures = (db: Queryable, asked: StatementAsked): Promise<readonly FigureRow[]> =>
  db.query<FigureRow>(
    `select currency, kind, count(*) as count, sum(paid)::bigint as paid, sum(fees)::bigint as fees, sum(tax)::bigint as tax,
            sum(park)::bigint as park
       from (${OWN} where ${WITHIN}) as l group by currency, kind order by currency, kind`,
    valuesOf(asked),
  )

export interface BalanceRow {
  readonly currency: Currency
  readonly opening: number
  readonly closing: number
}

/** The amount owed to the operator at the start and end of the period, from ledger entries only. */
export const listBalances = (db: Queryable, asked: StatementAsked): Promise<readonly BalanceRow[]> =>
  db.query<BalanceRow>(
    `select p.currency, coalesce(sum(e.amount_minor) filter (where p.created_at < $2), 0)::bigint as opening,
            coalesce(sum(e.amount_minor), 0)::bigint as closing
       from entries e join postings p using (posting_id) where e.account = $1 and p.created_at < $3 group by p.currency order by 1`,
    valuesOf(asked),
  )

export interface LineRow extends Sums {
  readonly posting_id: number
  readonly created_at: Instant
  readonly booking_code: BookingCode | null
  readonly description: string | null
  readonly lines: readonly QuoteLineWire[] | null
  /** Taxes of the tariff the stay was booked at. */
  readonly booked_taxes: readonly TaxWire[] | null
}

interface LinesAsked extends StatementAsked {
  /** Null for all kinds. */
  readonly kind: StatementKind | null
  readonly offset: number
  readonly limit: number
}

/** Lists lines in ledger order. */
export const listLines = (db: Queryable, asked: LinesAsked): Promise<readonly LineRow[]> =>
  db.query<LineRow>(
    `select l.*, b.booking_code, b.lines, t.taxes as booked_taxes
       from (${OWN} where ${WITHIN} and ($4::text is null or p.kind = $4)) as l
       left join bookings b using (booking_id) left join park_tariffs t on t.park_id = b.park_id and t.version = b.tariff_version
      order by l.posting_id limit $5 offset $6`,
    [...valuesOf(asked), asked.kind, asked.limit, asked.offset],
  )

export async function countLines(db: Queryable, asked: Omit<LinesAsked, 'offset' | 'limit'>): Promise<number> {
  const [row] = await db.query<{ total: number }>(
    `select count(distinct posting_id) as total from entries e join postings p using (posting_id)
      where e.account = $1 and ${WITHIN} and ($4::text is null or p.kind = $4)`,
    [...valuesOf(asked), asked.kind],
  )
  return must(row, 'count of lines').total
}

/** Returns the amount currently owed to the operator. The park's lock makes concurrent payouts see each other. */
export async function lockPayable(tx: Queryable, parkId: ParkId, currency: Currency): Promise<number> {
  await tx.query('select from parks where id = $1 for no key update', [parkId])
  const [row] = await tx.query<{ payable: number }>(
    `select coalesce(sum(e.amount_minor), 0)::bigint as payable from entries e join postings p using (posting_id)
      where e.account = $1 and p.currency = $2`,
    [accountOf(parkId), currency],
  )
  return must(row, 'payable').payable
}

export interface PayoutRow {
  readonly amount_minor: number
  readonly currency: Currency
  readonly created_at: Instant
}

const payoutKey = (parkId: ParkId, reference: string): string => `payout:${String(parkId)}:${reference}`

export async function findPayout(tx: Queryable, parkId: ParkId, reference: string): Promise<PayoutRow | undefined> {
  const [row] = await tx.query<PayoutRow>(
    `select e.amount_minor, p.currency, p.created_at from postings p join entries e using (posting_id)
      where p.key = $1 and e.account = 'payouts'`,
    [payoutKey(parkId, reference)],
  )
  return row
}

interface NewPayout {
  readonly parkId: ParkId
  readonly amountMinor: number
  readonly currency: Currency
  readonly reference: string
  readonly nowMs: number
}

export const postPayout = (tx: Queryable, payout: NewPayout): Promise<unknown> =>
  tx.query(`select post_between($1, $2, $3, $4, 'payout', $5, $6)`, [
    [accountOf(payout.parkId), 'payouts'],
    [-payout.amountMinor, payout.amountMinor],
    ...[payout.currency, payoutKey(payout.parkId, payout.reference), payout.reference, new Date(payout.nowMs)],
  ])

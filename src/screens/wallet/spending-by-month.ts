import type { Transaction } from '../../contract/wallet.ts'
import { type Instant, mustInstant } from '../../domain/instant.ts'
import { sumMinor } from '../../domain/money.ts'
import { zonedParts } from '../../domain/zone.ts'

export interface MonthSpending {
  /** Such as `2026-11`. */
  readonly key: string
  /** 1 to 12. */
  readonly month: number
  /** Parking, orders, documents and plans, minus refunds, minor units; negative when refunds exceed spending. */
  readonly spentMinor: number
  readonly isCurrent: boolean
}

export interface SpendingOptions {
  readonly now: Instant
  /** Time zone that defines the months. */
  readonly zone: string
  readonly months?: number
}

const SPENDING: ReadonlySet<Transaction['kind']> = new Set([
  'booking',
  'extension',
  'refund',
  'order',
  'order_refund',
  'document',
  'document_refund',
  'plan',
])
const MONTHS = 6

/** Months since year 0, so that subtraction works across a new year. */
const monthNumber = (instant: Instant, zone: string): number => {
  const { year, month } = zonedParts(instant, zone)
  return year * 12 + month - 1
}

/**
 * Returns the cost of parking, orders, documents and plans per month, oldest first, from the transactions of one currency. A refund
 * counts in the month it arrived. Months known only in part are left out.
 */
export function spendingByMonth(
  transactions: readonly Transaction[],
  { now, zone, months = MONTHS }: SpendingOptions,
): readonly MonthSpending[] {
  const current = monthNumber(now, zone)
  const dated = transactions.map((transaction) => ({
    transaction,
    month: monthNumber(mustInstant(transaction.created_at), zone),
  }))
  const first = Math.max(current - months + 1, firstWholeMonth(transactions, zone))
  return Array.from({ length: Math.max(0, current - first + 1) }, (_, index) => {
    const month = first + index
    const amounts = dated
      .filter((entry) => entry.month === month && SPENDING.has(entry.transaction.kind))
      .map((entry) => -entry.transaction.amount)
    return {
      key: `${Math.floor(month / 12)}-${((month % 12) + 1).toString().padStart(2, '0')}`,
      month: (month % 12) + 1,
      spentMinor: sumMinor(amounts),
      isCurrent: month === current,
    }
  })
}

/**
 * Returns the first month with complete data. A wallet starts at zero: if the oldest transaction found money there,
 * earlier ones are missing, and its month may be incomplete.
 */
function firstWholeMonth(transactions: readonly Transaction[], zone: string): number {
  const times = transactions.map((transaction) => mustInstant(transaction.created_at))
  const firstMs = times.reduce(
    (first, time) => (time < first ? time : first),
    times[0] ?? mustInstant('1970-01-01T00:00:00Z'),
  )
  // A wallet opened by its first booking has two transactions with the same time.
  const oldest = transactions.filter((_, index) => times[index] === firstMs)
  if (oldest.length === 0 || oldest.some((row) => row.balance_after === row.amount)) return 0
  return monthNumber(firstMs, zone) + 1
}

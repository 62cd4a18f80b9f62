import type { Spending } from '../../src/contract/payments.ts'
import { COUNTRIES } from '../../src/domain/country.ts'
import { type Currency, toDecimal, toMoney } from '../../src/domain/money.ts'
import { must } from '../../src/lib/assert.ts'
import type { Language } from '../messages/language.ts'
import { PAYMENT_TEXTS } from '../messages/payment-texts.ts'
import type { MonthRow, StatementRow } from '../repositories/statements.ts'

/** A wallet's days follow the time zone of the country where its currency is spent. */
export const zoneOf = (currency: Currency): string =>
  must(
    COUNTRIES.find((country) => country.currency === currency),
    `country of ${currency}`,
  ).timezone

/** Neutralises text that a spreadsheet would run as a formula; doubles quotes as RFC 4180 requires. */
function toCell(value: string): string {
  const plain = /^[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain
}

const toLine = (cells: readonly string[]): string => cells.map(toCell).join(',')

/** RFC 4180, with the byte order mark that makes spreadsheets read UTF-8. */
export const toCsv = (header: readonly string[], rows: ReadonlyArray<readonly string[]>): string =>
  `\uFEFF${[header, ...rows].map(toLine).join('\r\n')}\r\n`

/** Amounts use a decimal point in every language, since they are for machines. */
export function toStatementCsv(rows: readonly StatementRow[], currency: Currency, language: Language): string {
  const words = PAYMENT_TEXTS[language].statement
  const header = [
    words.time,
    words.kind,
    words.amount,
    words.currency,
    words.balance,
    words.booking,
    words.park,
    words.receipt,
    words.reference,
  ]
  const lines = rows.map((row) => [
    row.local_time,
    words.kinds[row.kind],
    toDecimal(toMoney(row.amount_minor, currency)),
    currency,
    toDecimal(toMoney(row.balance_after, currency)),
    row.booking_code ?? '',
    row.park_name ?? '',
    row.receipt_number ?? '',
    row.kind === 'top_up' ? (row.description ?? '') : '',
  ])
  return toCsv(header, lines)
}

/** The current month in the zone, `2026-11`, and the months before it, oldest first. */
export function monthsUpTo(nowMs: number, timezone: string, count: number): readonly string[] {
  const parts = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, year: 'numeric', month: '2-digit' })
  const [year = 0, month = 1] = parts.format(nowMs).split('-').map(Number)
  return Array.from({ length: count }, (_, index) => {
    const first = new Date(Date.UTC(year, month - 1 - (count - 1 - index), 1))
    return first.toISOString().slice(0, 7)
  })
}

/** Includes every month, with zeros when nothing happened. `spent` is net of refunds. */
export const toSpending = (months: readonly string[], rows: readonly MonthRow[]): Spending['months'] =>
  months.map((month) => {
    const row = rows.find((candidate) => candidate.month === month)
    const [charged, refunded] = [row?.charged ?? 0, row?.refunded ?? 0]
    return { month, spent: charged - refunded, refunded, topped_up: row?.topped_up ?? 0 }
  })

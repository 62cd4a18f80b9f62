import { toDecimal } from '../../domain/money.ts'
import type { Transaction } from '../../queries/query.ts'

/** Names of columns and transaction kinds, in the driver's language. */
export interface StatementWords {
  readonly columns: readonly [
    time: string,
    kind: string,
    park: string,
    amount: string,
    balance: string,
    currency: string,
    booking: string,
    receipt: string,
  ]
  readonly kinds: Readonly<Record<Transaction['kind'], string>>
}

/** Marks a text that a spreadsheet would evaluate as a formula. */
const defuse = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

export const quoteCsv = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const toCsvText = (text: string | null | undefined): string => quoteCsv(defuse(text ?? ''))

const toRow = ({ kinds }: StatementWords, row: Transaction): string => {
  const { currency } = row
  return [
    row.created_at,
    quoteCsv(kinds[row.kind]),
    toCsvText(row.park_name),
    // Not defused: a negative amount is a number, not a formula.
    toDecimal({ amountMinor: row.amount, currency }),
    toDecimal({ amountMinor: row.balance_after, currency }),
    currency,
    toCsvText(row.booking_code),
    toCsvText(row.receipt_number),
  ].join(',')
}

/**
 * Formats a statement as RFC 4180 CSV: comma, CRLF, decimal point, times in UTC, and a BOM so that spreadsheets read
 * UTF-8.
 */
export const toStatementCsv = (transactions: readonly Transaction[], words: StatementWords): string =>
  `\uFEFF${[words.columns.map(quoteCsv).join(','), ...transactions.map((row) => toRow(words, row))].join('\r\n')}\r\n`

import { toDecimal } from '../../domain/money.ts'
import type { Transaction } from '../../queries/query.ts'

/** Names of the columns and of the kinds, in the driver's language. */
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

/** A text that a spreadsheet would take for a formula is marked as text. */
const defuse = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)

export const quoteCsv = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

export const toCsvText = (text: string | null | undefined): string => quoteCsv(defuse(text ?? ''))

const toRow = ({ kinds }: StatementWords, row: Transaction): string => {
  const { currency } = row
  return [
    row.created_at,
    quoteCsv(kinds[row.kind]),
    toCsvText(row.park_name),
    // A negative amount is a number, not a formula.
    toDecimal({ amountMinor: row.amount, currency }),
    toDecimal({ amountMinor: row.balance_after, currency }),
    currency,
    toCsvText(row.booking_code),
    toCsvText(row.receipt_number),
  ].join(',')
}

/** A statement as RFC 4180 has it: comma, CRLF, a decimal point, times in UTC; with the mark that makes spreadsheets read UTF-8. */
export const toStatementCsv = (transactions: readonly Transaction[], words: StatementWords): string =>
  `\uFEFF${[words.columns.map(quoteCsv).join(','), ...transactions.map((row) => toRow(words, row))].join('\r\n')}\r\n`

import type { CompanyStatement } from '../../contract/companies.ts'
import { toDecimal } from '../../domain/money.ts'
import { taxesText } from '../../domain/tax-shares.ts'
import { quoteCsv, toCsvText } from './statement-csv.ts'

/** Texts in the reader's language. */
export interface CompanyCsvWords {
  readonly columns: readonly string[]
  readonly kindOf: (kind: CompanyStatement['lines'][number]['kind']) => string
  readonly language: string
}

/** Formats a month as RFC 4180 CSV, with times in UTC and a BOM for spreadsheets. Amounts are numbers, not formulas. */
export function toCompanyCsv(
  { lines, currency }: CompanyStatement,
  { columns, kindOf, language }: CompanyCsvWords,
): string {
  const decimal = (amountMinor: number): string => toDecimal({ amountMinor, currency })
  const rows = lines.map(({ at, kind, amount, fees, tax, taxes = [], receipt_number: receipt, booking }) =>
    [
      ...[at, quoteCsv(kindOf(kind)), toCsvText(receipt), toCsvText(booking?.booking_code), toCsvText(booking?.email)],
      ...[toCsvText(booking?.plate), toCsvText(booking?.park), booking?.start_time ?? '', booking?.end_time ?? ''],
      ...[decimal(amount), decimal(fees), decimal(tax), toCsvText(taxesText(taxes, { currency, language })), currency],
    ].join(','),
  )
  return `\uFEFF${[columns.map(quoteCsv).join(','), ...rows].join('\r\n')}\r\n`
}

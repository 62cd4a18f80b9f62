import { toDecimal, toMoney, type Currency } from '../../src/domain/money.ts'
import type { ChargeSum } from '../repositories/money-cases.ts'
import { toCsv } from './statements.ts'

const COLUMNS = ['country', 'region', 'currency', 'kind', 'count', 'paid', 'fees', 'tax']

/** Totals of the ledger: a refund counts against its charge, in the period in which the refund was made. */
export function writeChargeReport(rows: readonly ChargeSum[]): string {
  const decimal = (minor: number, currency: Currency): string => toDecimal(toMoney(minor, currency))
  return toCsv(
    COLUMNS,
    rows.map(({ country, region, currency, kind, count, paid, fees, tax }) => [
      ...[country ?? '', region ?? '', currency, kind, String(count)],
      ...[decimal(paid, currency), decimal(fees, currency), decimal(tax, currency)],
    ]),
  )
}

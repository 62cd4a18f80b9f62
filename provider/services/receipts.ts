import type { OrderReceipt } from '../../src/contract/orders.ts'
import type { RenewalReceipt } from '../../src/contract/vehicle-documents.ts'
import type { StayReceipt } from '../../src/contract/payments.ts'
import type { QuoteLineWire } from '../../src/contract/tariff.ts'
import { displayBookingCode } from '../../src/domain/code.ts'
import { mustInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { sumMinor } from '../../src/domain/money.ts'
import { getCountry } from '../../src/domain/country.ts'
import { PAYMENT_TEXTS } from '../messages/payment-texts.ts'
import type { Language } from '../messages/language.ts'
import type { OrderReceiptRow, ReceiptRow, RenewalReceiptRow } from '../repositories/receipts.ts'
import { toRenewalWire } from './documents.ts'
import { toOrderWire } from './marketplace-wire.ts'

type TaxLine = Extract<QuoteLineWire, { kind: 'tax' }>
type FeeLine = Extract<QuoteLineWire, { kind: 'fee' }>

const isTax = (line: QuoteLineWire): line is TaxLine => line.kind === 'tax'
const isFee = (line: QuoteLineWire): line is FeeLine => line.kind === 'fee'

/** Subtracts from each line the earlier line of the same code; unchanged lines are left out. */
function addedLines<Line extends TaxLine | FeeLine>(after: readonly Line[], before: readonly Line[]): readonly Line[] {
  return after
    .map((line) => {
      const old = before.find(({ code }) => code === line.code)
      return { ...line, amount: line.amount - (old?.amount ?? 0) }
    })
    .filter(({ amount }) => amount !== 0)
}

/** The given lines if they add up to the ledger's amount; otherwise a single line that does. */
const checked = <Line extends TaxLine | FeeLine>(lines: readonly Line[], totalMinor: number, one: Line) => {
  if (sumMinor(lines.map(({ amount }) => amount)) === totalMinor) return lines
  return totalMinor === 0 ? [] : [{ ...one, amount: totalMinor }]
}

/** An extension has one line for the added time, plus its fees and taxes; the earlier price has its own receipt. */
function extensionLines(row: ReceiptRow, language: Language): readonly QuoteLineWire[] {
  const before = row.before ?? []
  const words = PAYMENT_TEXTS[language]
  const fees = checked(addedLines(row.after.filter(isFee), before.filter(isFee)), row.fees_minor, {
    kind: 'fee',
    code: 'service',
    amount: 0,
  })
  const known = row.after.find(isTax)
  const taxes = checked(addedLines(row.after.filter(isTax), before.filter(isTax)), row.tax_minor, {
    kind: 'tax',
    code: known?.code ?? 'tax',
    name: known?.name ?? words.tax,
    included: known?.included ?? false,
    amount: 0,
  })
  const includedMinor = sumMinor(taxes.map(({ included, amount }) => (included ? amount : 0)))
  const time = { kind: 'flat', amount: row.parking_minor + includedMinor, from_minute: 0, to_minute: 1440 } as const
  return [time, ...fees, ...taxes]
}

/** Later payments of a monthly pass are for time, not for a month. */
const monthOf = ({ kind, monthly }: ReceiptRow): Pick<StayReceipt, 'month'> =>
  monthly === null || kind !== 'booking' ? {} : { month: { first_day: monthly.first_day, last_day: monthly.last_day } }

function toTax({ code, name, included, amount }: TaxLine, row: ReceiptRow): StayReceipt['taxes'][number] {
  const registration = row.booked_taxes?.find((tax) => tax.code === code)?.registration
  return { ...{ code, name, included, amount }, ...(registration === undefined ? {} : { registration }) }
}

/** A receipt in wire form: amounts from the ledger, and lines that add up to them. */
export function toReceiptWire(row: ReceiptRow, language: Language): StayReceipt {
  const lines = row.kind === 'booking' ? row.after : extensionLines(row, language)
  return {
    number: row.number,
    issued_at: toRfc3339(row.issued_at),
    kind: row.kind,
    booking_id: row.booking_id,
    booking_code: displayBookingCode(row.booking_code),
    plate: row.plate,
    park: row.park,
    start_time: toRfc3339(row.start_time),
    end_time: toRfc3339(row.end_time),
    ...monthOf(row),
    customer: { name: `${row.first_name} ${row.last_name}`.trim(), email: row.email },
    lines: [...lines],
    parking: row.parking_minor,
    fees: row.fees_minor,
    taxes: lines.filter(isTax).map((line) => toTax(line, row)),
    tax_total: row.tax_minor,
    total: row.parking_minor + row.fees_minor + row.tax_minor,
    currency: row.currency,
    // Times inside a JSON column arrive in the database's own format.
    refunds: row.refunds.map(({ amount, at }) => ({ amount, at: toRfc3339(mustInstant(new Date(at).toISOString())) })),
    paid_with: row.by_gateway ? 'gateway' : 'wallet',
    ...(row.company === null ? {} : { company: row.company }),
  }
}

/** Parses `CA-000042`; undefined for anything else. */
export function parseReceiptNumber(text: string): { readonly country: string; readonly number: number } | undefined {
  const [, country, digits] = /^(NG|US|CA|SN)-(\d{1,9})$/i.exec(text.trim()) ?? []
  return country === undefined ? undefined : { country: country.toUpperCase(), number: Number(digits) }
}

type Paid = Pick<OrderReceiptRow, 'number' | 'issued_at' | 'first_name' | 'last_name' | 'email'>

const factsOf = (row: Paid) => ({
  number: row.number,
  issued_at: toRfc3339(row.issued_at),
  customer: { name: `${row.first_name} ${row.last_name}`.trim(), email: row.email },
})

export const toOrderReceiptWire = ({ order, ...row }: OrderReceiptRow): OrderReceipt => ({
  ...factsOf(row),
  kind: 'order',
  order: toOrderWire(order),
  timezone: getCountry(order.country_code).timezone,
  paid_with: row.by_gateway ? 'gateway' : 'wallet',
})

export const toRenewalReceiptWire = ({ renewal, ...row }: RenewalReceiptRow): RenewalReceipt => ({
  ...factsOf(row),
  kind: 'document',
  renewal: toRenewalWire(renewal),
  timezone: getCountry(renewal.country_code).timezone,
})

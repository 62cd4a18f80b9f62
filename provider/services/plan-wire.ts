import type { Plan, PlanReceipt, Subscription } from '../../src/contract/plans.ts'
import { taxFromWire } from '../../src/contract/tariff-mapping.ts'
import { getCountry } from '../../src/domain/country.ts'
import { type Instant, toRfc3339 } from '../../src/domain/instant.ts'
import { sumMinor } from '../../src/domain/money.ts'
import { taxLines } from '../../src/domain/tax.ts'
import type { PlanRow } from '../repositories/plans.ts'
import type { PlanReceiptRow } from '../repositories/receipts.ts'
import type { PeriodTerms, SubscriptionRow } from '../repositories/subscriptions.ts'

export const toPlanWire = (row: PlanRow): Plan => ({
  id: row.plan_id,
  country_code: row.country_code,
  names: row.names,
  details: row.details,
  price: row.price_minor,
  currency: row.currency,
  taxes: row.taxes,
  percent: row.percent,
  maximum: row.maximum_minor,
  parks: row.places,
  demo: row.demo,
  updated_at: toRfc3339(row.updated_at),
})

/** Returns the price and tax of a plan's period that begins at `nowMs`. */
export function termsOf(plan: PlanRow, nowMs: Instant): PeriodTerms {
  const { names, price_minor, percent, maximum_minor, parks } = plan
  const lines = taxLines(plan.taxes.map(taxFromWire), price_minor, nowMs)
  const taxes = lines.map(({ amountMinor: amount, ...line }) => ({ ...line, amount }))
  return {
    names,
    price_minor,
    percent,
    maximum_minor,
    parks,
    taxes,
    tax_minor: sumMinor(taxes.map(({ amount }) => amount)),
  }
}

const termsWire = (terms: PeriodTerms) => ({
  names: terms.names,
  price: terms.price_minor,
  percent: terms.percent,
  maximum: terms.maximum_minor,
  parks: terms.parks === null ? null : [...terms.parks],
})

export const toSubscriptionWire = (row: SubscriptionRow): Subscription => ({
  subscription_id: row.subscription_id,
  plan_id: row.plan_id,
  country_code: row.country_code,
  currency: row.currency,
  ...termsWire(row),
  taxes: [...row.taxes],
  state: row.state,
  pay_by: row.pay_by,
  started_at: toRfc3339(row.started_at),
  period_start: toRfc3339(row.starts_at),
  period_end: toRfc3339(row.period_end),
  cancelled: row.cancelled_at !== null,
  end_reason: row.end_reason,
  next: row.next === null ? null : termsWire(row.next),
  receipt_number: row.receipt_number,
  demo: row.demo,
  version: row.version,
  updated_at: toRfc3339(row.updated_at),
})

export const toPlanReceiptWire = (row: PlanReceiptRow): PlanReceipt => ({
  number: row.number,
  issued_at: toRfc3339(row.issued_at),
  kind: 'plan',
  names: row.names,
  period_start: toRfc3339(row.starts_at),
  period_end: toRfc3339(row.ends_at),
  price: row.price_minor,
  currency: getCountry(row.country_code).currency,
  taxes: [...row.taxes],
  country_code: row.country_code,
  timezone: getCountry(row.country_code).timezone,
  customer: { name: `${row.first_name} ${row.last_name}`.trim(), email: row.email },
})

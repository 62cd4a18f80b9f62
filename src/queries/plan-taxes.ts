import type { Plan } from '../contract/plans.ts'
import { taxFromWire } from '../contract/tariff-mapping.ts'
import { taxLines } from '../domain/tax.ts'

/** What of a month of a plan is tax, as the provider will count it. */
export const planTaxes = (plan: Plan, nowMs: number): ReturnType<typeof taxLines> =>
  taxLines(plan.taxes.map(taxFromWire), plan.price, nowMs)

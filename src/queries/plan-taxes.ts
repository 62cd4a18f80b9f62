import type { Plan } from '../contract/plans.ts'
import { taxFromWire } from '../contract/tariff-mapping.ts'
import { taxLines } from '../domain/tax.ts'

/** Returns the tax share of a plan's monthly price, as the provider will calculate it. */
export const planTaxes = (plan: Plan, nowMs: number): ReturnType<typeof taxLines> =>
  taxLines(plan.taxes.map(taxFromWire), plan.price, nowMs)

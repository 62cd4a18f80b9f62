/** Discount of a plan on a stay: one function for phone and provider, so both agree to the minor unit. */
import type { Result } from '../lib/result.ts'
import { toInstant } from './instant.ts'
import { multiplyHalfUp } from './money.ts'
import { beforeTax, takeOffMinor } from './take-off.ts'
import type { QuoteInput } from './tariff.ts'
import type { PlanTerms, Quote, QuoteError } from './tariff-types.ts'

type Price = (input: QuoteInput) => Result<Quote, QuoteError>

/**
 * Returns the price less the plan's percentage of the stay's price until the plan ends: time after that is charged in
 * full, and a stay that is extended or shortened later keeps the discount of its covered part. If the covered part is
 * shorter than any bookable stay, it has no price and there is no discount.
 */
export function lessPlan(input: QuoteInput, plan: PlanTerms, price: Price): Result<Quote, QuoteError> {
  const whole = price(input)
  if (!whole.ok || input.from >= plan.validUntilMs) return whole
  const part = input.to <= plan.validUntilMs ? whole : price({ ...input, to: toInstant(plan.validUntilMs) })
  if (!part.ok) return whole
  const baseMinor = Math.min(beforeTax(part.value), beforeTax(whole.value))
  const shareMinor = multiplyHalfUp(Math.max(0, baseMinor), plan.percent, 100)
  const offMinor = Math.min(shareMinor, plan.maximumMinor ?? shareMinor)
  const { names } = plan
  return {
    ok: true,
    value: takeOffMinor(whole.value, offMinor, (amountMinor) => ({ kind: 'plan', names, amountMinor })),
  }
}

import { planTermsOf } from '../../src/domain/plan.ts'
import { type PlanTerms, QUOTE_VALID_MS } from '../../src/domain/tariff.ts'
import type { PlanPeriodRow } from '../repositories/subscriptions.ts'

/**
 * The plan terms that may apply to stays in a car park: the current ones first, then those that applied when a price
 * that still holds may have been shown: the period before a renewal, a plan before it was cancelled, or none before it
 * began. Each states its own expiry.
 */
export function planChoices(
  periods: readonly PlanPeriodRow[],
  { parkId, nowMs }: { readonly parkId: number; readonly nowMs: number },
): readonly (PlanTerms | undefined)[] {
  const [last, former] = periods
  if (last === undefined) return [undefined]
  const termsOf = (row: PlanPeriodRow, isCancelled: boolean): PlanTerms | undefined =>
    planTermsOf({ ...row, maximumMinor: row.maximum_minor, endMs: row.ends_at, isCancelled }, parkId)
  const isRecent = (ms: number): boolean => nowMs < ms + QUOTE_VALID_MS
  const cancelledAt = last.cancelled_at
  return [
    termsOf(last, cancelledAt !== null),
    ...(cancelledAt !== null && isRecent(cancelledAt) ? [termsOf(last, false)] : []),
    ...(isRecent(last.paid_at) ? [former === undefined ? undefined : termsOf(former, false)] : []),
  ]
}

/** A wallet that fills itself: after a spend that leaves less than a threshold, up to a sum a month. */
import { unreachable } from '../lib/assert.ts'
import type { Currency } from './money.ts'
import { isPayable, PAYMENT_RANGE } from './payment.ts'

/** Minor units of the wallet's currency. */
export interface AutoTopUpRule {
  readonly thresholdMinor: number
  readonly amountMinor: number
  readonly monthlyCapMinor: number
}

export type AutoTopUpProblem = 'amount' | 'threshold' | 'monthly_cap'

/** So many of the largest top-ups fit into the largest monthly cap. */
const LARGEST_CAP = 10

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most

/** What each figure may be: a threshold of zero would never be passed, a cap below one top-up never be used. */
export function autoTopUpRange(problem: AutoTopUpProblem, rule: AutoTopUpRule, currency: Currency) {
  const { minimumMinor, maximumMinor } = PAYMENT_RANGE[currency]
  switch (problem) {
    case 'amount':
      return { minimumMinor, maximumMinor }
    case 'threshold':
      return { minimumMinor: 1, maximumMinor }
    case 'monthly_cap':
      return { minimumMinor: Math.max(minimumMinor, rule.amountMinor), maximumMinor: maximumMinor * LARGEST_CAP }
    default:
      return unreachable(problem)
  }
}

/** The first figure that cannot be; null when all can. */
export function findAutoTopUpProblem(rule: AutoTopUpRule, currency: Currency): AutoTopUpProblem | null {
  const isIn = (problem: AutoTopUpProblem, value: number): boolean => {
    const { minimumMinor, maximumMinor } = autoTopUpRange(problem, rule, currency)
    return isWithin(value, minimumMinor, maximumMinor)
  }
  if (!isPayable(rule.amountMinor, currency)) return 'amount'
  if (!isIn('threshold', rule.thresholdMinor)) return 'threshold'
  return isIn('monthly_cap', rule.monthlyCapMinor) ? null : 'monthly_cap'
}

export interface AutoTopUpFacts {
  /** What can be spent now. */
  readonly balanceMinor: number
  /** Charged automatically this month in the wallet's zone, with what is still on its way. */
  readonly chargedMinor: number
}

/** What a spend causes: the whole amount is charged, or nothing; the cap is never charged up to in part. */
export function decideAutoTopUp(rule: AutoTopUpRule, facts: AutoTopUpFacts): 'charge' | 'enough' | 'capped' {
  if (facts.balanceMinor >= rule.thresholdMinor) return 'enough'
  return facts.chargedMinor + rule.amountMinor > rule.monthlyCapMinor ? 'capped' : 'charge'
}

/** After so many declined charges in a row it switches itself off: a card that is refused again and again may be blocked. */
export const DECLINES_UNTIL_OFF = 2

/** Automatic top-up: fills a wallet after a spend that leaves less than a threshold, up to a monthly cap. */
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

/** The largest monthly cap, as a multiple of the largest top-up. */
const LARGEST_CAP = 10

const isWithin = (value: number, least: number, most: number): boolean =>
  Number.isSafeInteger(value) && value >= least && value <= most

/**
 * Allowed range of each figure: a threshold of zero would never be undercut, and a cap below one top-up would block
 * every charge.
 */
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

/** Returns the first invalid figure; null when all are valid. */
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
  /** Available to spend. */
  readonly balanceMinor: number
  /** Charged automatically this month in the wallet's zone, including pending charges. */
  readonly chargedMinor: number
}

/**
 * Decides what a spend triggers. The amount is charged in full or not at all, even if a part would fit under the cap.
 */
export function decideAutoTopUp(rule: AutoTopUpRule, facts: AutoTopUpFacts): 'charge' | 'enough' | 'capped' {
  if (facts.balanceMinor >= rule.thresholdMinor) return 'enough'
  return facts.chargedMinor + rule.amountMinor > rule.monthlyCapMinor ? 'capped' : 'charge'
}

/** Declined charges in a row that switch it off: repeated refusals can get a card blocked. */
export const DECLINES_UNTIL_OFF = 2

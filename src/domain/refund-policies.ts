/**
 * The policies that an operator chooses from. Each has fewer and fewer percent as time goes by, and no limit before the end that moves with
 * it: were one to, a stay that is extended after the limit would give back more than was paid for the extension.
 */
import { DEFAULT_REFUND_POLICY } from './cancellation.ts'
import type { RefundPolicy } from './tariff-types.ts'

/** From the most that comes back to the least. */
export const REFUND_POLICIES = {
  /** All that the unused time has cost, until the end. */
  flexible: [
    { until: 'start', offsetMinutes: 0, percent: 100 },
    { until: 'end', offsetMinutes: 0, percent: 100 },
  ],
  usual: DEFAULT_REFUND_POLICY,
  day_before: [
    { until: 'start', offsetMinutes: -1_440, percent: 100 },
    { until: 'start', offsetMinutes: 0, percent: 50 },
  ],
  /** Nothing but the undo. */
  no_refund: [],
} as const satisfies Readonly<Record<string, RefundPolicy>>

export type RefundPolicyName = keyof typeof REFUND_POLICIES
export const REFUND_POLICY_NAMES = Object.keys(REFUND_POLICIES) as readonly RefundPolicyName[]

/** As a tariff carries it: the usual one is left out, so that a price list without a word about refunds is the same as ever. */
export const policyToCarry = (name: RefundPolicyName): RefundPolicy | undefined =>
  name === 'usual' ? undefined : REFUND_POLICIES[name]

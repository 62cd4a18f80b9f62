/**
 * Policies that an operator may choose. Percentages only decrease over time, and no limit is relative to the end except
 * the end itself: extending a stay would move such a limit, and a stay extended after it would refund more than the
 * extension cost.
 */
import { DEFAULT_REFUND_POLICY } from './cancellation.ts'
import type { RefundPolicy } from './tariff-types.ts'

/** From most to least generous. */
export const REFUND_POLICIES = {
  /** The full price of the unused time, until the end. */
  flexible: [
    { until: 'start', offsetMinutes: 0, percent: 100 },
    { until: 'end', offsetMinutes: 0, percent: 100 },
  ],
  usual: DEFAULT_REFUND_POLICY,
  day_before: [
    { until: 'start', offsetMinutes: -1_440, percent: 100 },
    { until: 'start', offsetMinutes: 0, percent: 50 },
  ],
  /** Only the undo period. */
  no_refund: [],
} as const satisfies Readonly<Record<string, RefundPolicy>>

export type RefundPolicyName = keyof typeof REFUND_POLICIES
export const REFUND_POLICY_NAMES = Object.keys(REFUND_POLICIES) as readonly RefundPolicyName[]

/**
 * Returns the policy to store in a tariff: the default is omitted, so that tariffs without a policy keep their content.
 */
export const policyToCarry = (name: RefundPolicyName): RefundPolicy | undefined =>
  name === 'usual' ? undefined : REFUND_POLICIES[name]

// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { UNDO_MINUTES } from '../domain/booking.ts'
import type { RefundPolicyName } from '../domain/refund-policies.ts'
import type { RefundPolicy, RefundRule } from '../domain/tariff-types.ts'

/** Returns the display names of the policies. */
export function usePolicyName(): (name: RefundPolicyName) => string {
  const { t } = useLingui()
  const names: Readonly<Record<RefundPolicyName, string>> = {
    flexible: t`Flexible`,
    usual: t`Usual`,
    day_before: t`24 hours ahead`,
    no_refund: t`No refund`,
  }
  return (name) => names[name]
}

/** One line per step, in the order in which the refund code applies them. */
export function RefundPolicyLines({ policy }: { readonly policy: RefundPolicy }) {
  return (
    <ul>
      {policy.map((rule) => (
        <li key={`${rule.until} ${String(rule.offsetMinutes)}`}>
          <RuleText rule={rule} />
        </li>
      ))}
      <li>
        {policy.length === 0 ? (
          <Trans>No refund, except within {UNDO_MINUTES} minutes of booking and before the start.</Trans>
        ) : (
          <Trans>After that: no refund.</Trans>
        )}
      </li>
    </ul>
  )
}

function RuleText({ rule: { until, offsetMinutes, percent } }: { readonly rule: RefundRule }) {
  const hours = -offsetMinutes / 60
  if (until === 'end') return <Trans>Until the end: {percent}% of what the unused time has cost.</Trans>
  if (hours > 0)
    return (
      <Trans>
        Until {hours} hours before the start: {percent}% of the price.
      </Trans>
    )
  return <Trans>Until the start: {percent}% of the price.</Trans>
}

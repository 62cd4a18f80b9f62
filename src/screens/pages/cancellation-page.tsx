import { Trans } from '@lingui/react/macro'
import { UNDO_MINUTES } from '../../domain/booking.ts'
import { FREE_CANCELLATION_HOURS, FREE_CANCELLATIONS, MONTHLY_REFUND_POLICY } from '../../domain/cancellation.ts'
import { NO_SPACE_A_DAY, NO_SPACE_A_MONTH, NO_SPACE_MINUTES } from '../../domain/no-space.ts'
import { REFUND_POLICIES, REFUND_POLICY_NAMES } from '../../domain/refund-policies.ts'
import { RefundPolicyLines, usePolicyName } from '../../parts/refund-policy-lines.tsx'
import { InfoPage } from './info-page.tsx'

/** The policies in force; every figure comes from the code that computes refunds. */
export function CancellationPage() {
  const nameOf = usePolicyName()
  const [monthlyRule] = MONTHLY_REFUND_POLICY
  const monthly = monthlyRule?.percent ?? 0
  return (
    <InfoPage
      title={<Trans>Cancellation policy</Trans>}
      opening={
        <Trans>
          Each car park has one of these policies. You see the refund amount before you pay, on your booking, and before
          you cancel. The refund is in your wallet right away.
        </Trans>
      }
      sections={[
        ...REFUND_POLICY_NAMES.map((name) => ({
          title: nameOf(name),
          text: <RefundPolicyLines policy={REFUND_POLICIES[name]} />,
        })),
        {
          title: <Trans>What you booked with holds</Trans>,
          text: (
            <Trans>
              A booking keeps its policy, even if the car park chooses another one later. If you move it or book it
              again, you see and get the policy of that car park then. Time under a daily maximum or a flat price has
              cost nothing more, so nothing of it comes back.
            </Trans>
          ),
        },
        {
          title: <Trans>Within {UNDO_MINUTES} minutes of booking</Trans>,
          text: <Trans>Booked by mistake? Cancel and get everything back.</Trans>,
        },
        {
          title: <Trans>No space for your car</Trans>,
          text: (
            <Trans>
              Report it within {NO_SPACE_MINUTES} minutes of the start, before you drive in, and get everything back. It
              is given {NO_SPACE_A_DAY} time in 24 hours and {NO_SPACE_A_MONTH} times in 30 days.
            </Trans>
          ),
        },
        {
          title: <Trans>Monthly passes</Trans>,
          text: <Trans>You get {monthly}% of the price back until the first day. After it, there’s no refund.</Trans>,
        },
        {
          title: <Trans>Events</Trans>,
          text: (
            <Trans>
              A cancelled event is refunded in full, without your doing anything. If it is postponed, you choose: keep
              the booking, or get everything back.
            </Trans>
          ),
        },
        {
          title: (
            <Trans>
              {FREE_CANCELLATIONS} times within {FREE_CANCELLATION_HOURS} hours
            </Trans>
          ),
          text: (
            <Trans>
              After {FREE_CANCELLATIONS} cancellations that gave everything back, you can’t book until{' '}
              {FREE_CANCELLATION_HOURS} hours have passed since the first of them. Spaces stay free for those who need
              them. Cancelling is always possible.
            </Trans>
          ),
        },
        {
          title: <Trans>Offline</Trans>,
          text: (
            <Trans>
              Your cancellation waits and is sent automatically. If the refund has dropped below what you accepted,
              nothing is cancelled and we ask you again.
            </Trans>
          ),
        },
      ]}
    />
  )
}

import { Trans } from '@lingui/react/macro'
import { UNDO_MINUTES } from '../../domain/booking.ts'
import {
  DEFAULT_REFUND_POLICY,
  FREE_CANCELLATION_HOURS,
  FREE_CANCELLATIONS,
  MONTHLY_REFUND_POLICY,
} from '../../domain/cancellation.ts'
import { NO_SPACE_A_DAY, NO_SPACE_A_MONTH, NO_SPACE_MINUTES } from '../../domain/no-space.ts'
import { InfoPage } from './info-page.tsx'

const percentUntil = (policy: typeof DEFAULT_REFUND_POLICY, limit: 'start' | 'end'): number =>
  policy.find(({ until }) => until === limit)?.percent ?? 0

/** The policies in force, as the code that refunds has them: each figure is the one that it uses. */
export function CancellationPage() {
  const before = percentUntil(DEFAULT_REFUND_POLICY, 'start')
  const after = percentUntil(DEFAULT_REFUND_POLICY, 'end')
  const monthly = percentUntil(MONTHLY_REFUND_POLICY, 'start')
  return (
    <InfoPage
      title={<Trans>Cancellation policy</Trans>}
      opening={
        <Trans>The same rules apply to every car park. You always see the refund amount before you confirm.</Trans>
      }
      sections={[
        {
          title: <Trans>Before the start</Trans>,
          text: <Trans>You get {before}% of the price back in your wallet right away.</Trans>,
        },
        {
          title: <Trans>After the start</Trans>,
          text: (
            <Trans>
              You get back {after}% of what the full hours or days you didn’t use have cost. After the end, there’s no
              refund.
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

import { Trans } from '@lingui/react/macro'
import { FREE_CANCELLATION_HOURS, FREE_CANCELLATIONS } from '../../domain/cancellation.ts'
import { InfoPage } from './info-page.tsx'

/** The one policy that every park has, of src/domain/cancellation.ts, in words. */
export function CancellationPage() {
  return (
    <InfoPage
      title={<Trans>Cancellation policy</Trans>}
      opening={
        <Trans>The same rules apply to every car park. You always see the refund amount before you confirm.</Trans>
      }
      sections={[
        {
          title: <Trans>Before the start</Trans>,
          text: <Trans>You get the full price back in your wallet right away.</Trans>,
        },
        {
          title: <Trans>After the start</Trans>,
          text: (
            <Trans>You get back half of the full hours or days you didn’t use. After the end, there’s no refund.</Trans>
          ),
        },
        {
          title: <Trans>Within 10 minutes of booking</Trans>,
          text: <Trans>Booked by mistake? Cancel and get everything back.</Trans>,
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

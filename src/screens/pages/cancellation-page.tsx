import { Trans } from '@lingui/react/macro'
import { FREE_CANCELLATION_HOURS, FREE_CANCELLATIONS } from '../../domain/cancellation.ts'
import { InfoPage } from './info-page.tsx'

/** The one policy that every park has, of src/domain/cancellation.ts, in words. */
export function CancellationPage() {
  return (
    <InfoPage
      title={<Trans>Cancellation policy</Trans>}
      opening={
        <Trans>
          The same rules hold for every car park. What comes back is always shown in money before you confirm.
        </Trans>
      }
      sections={[
        {
          title: <Trans>Before the start</Trans>,
          text: <Trans>The whole price comes back to your wallet at once.</Trans>,
        },
        {
          title: <Trans>After the start</Trans>,
          text: <Trans>Half of the whole hours or days not used comes back; after the end, nothing.</Trans>,
        },
        {
          title: <Trans>Within 10 minutes of booking</Trans>,
          text: <Trans>A booking made by mistake can be undone: everything comes back.</Trans>,
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
          title: <Trans>With no signal</Trans>,
          text: (
            <Trans>
              The cancellation waits and is sent by itself. If less would come back by then than you accepted, it is not
              carried out and you are asked again.
            </Trans>
          ),
        },
      ]}
    />
  )
}

import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { SUPPORT_EMAIL } from '../../config/partner.ts'
import { routes } from '../../config/routes.ts'
import { InfoPage } from './info-page.tsx'

/** Help, and whom to write to. */
export function HelpPage() {
  return (
    <InfoPage
      title={<Trans>Help</Trans>}
      sections={[
        {
          title: <Trans>With no signal</Trans>,
          text: (
            <Trans>
              Passes, bookings, the wallet and car parks seen before stay readable. What you ask for waits and is sent
              by itself; <Link to={routes.activity.href()}>Activity</Link> shows it.
            </Trans>
          ),
        },
        {
          title: <Trans>The pass is not read</Trans>,
          text: (
            <Trans>
              Turn the screen bright and tap “Not scanning?”, or say the code that stands below the pattern.
            </Trans>
          ),
        },
        {
          title: <Trans>A payment is missing</Trans>,
          text: (
            <Trans>
              We check with the payment service automatically. Open your <Link to={routes.wallet.href()}>wallet</Link>{' '}
              in a few minutes. You’re never charged twice.
            </Trans>
          ),
        },
        {
          id: 'contact',
          title: <Trans>Contact Us</Trans>,
          text:
            SUPPORT_EMAIL === undefined ? (
              <Trans>We haven’t published a contact address yet.</Trans>
            ) : (
              <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>
            ),
        },
      ]}
    />
  )
}

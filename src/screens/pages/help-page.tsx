import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { SUPPORT_EMAIL } from '../../config/partner.ts'
import { routes } from '../../config/routes.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { InfoPage } from './info-page.tsx'

/** Help, and whom to write to. */
export function HelpPage() {
  return (
    <InfoPage
      title={<Trans>Help</Trans>}
      sections={[
        {
          title: <Trans>Offline</Trans>,
          text: (
            <Trans>
              You can still open passes, bookings, your wallet and car parks you’ve seen. Your requests wait and are
              sent automatically: see <Link to={routes.activity.href()}>Activity</Link>.
            </Trans>
          ),
        },
        {
          title: <Trans>The pass doesn’t scan</Trans>,
          text: <Trans>Turn up the brightness and tap “Not scanning?”, or read out the code below the pattern.</Trans>,
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
              <>
                <p>
                  <Trans>
                    Report a problem on the car park’s page. If there was no space for you, report it on your booking.
                  </Trans>
                </p>
                <Link to={routes.bookings.href()} {...buttonLook({ kind: 'secondary' })}>
                  <Trans>My Bookings</Trans>
                </Link>
              </>
            ) : (
              <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>
            ),
        },
      ]}
    />
  )
}

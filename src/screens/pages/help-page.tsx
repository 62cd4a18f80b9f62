import { Trans } from '@lingui/react/macro'
import { Suspense } from 'react'
import { Link } from 'react-router-dom'
import { SUPPORT_EMAIL } from '../../config/partner.ts'
import { routes } from '../../config/routes.ts'
import { useIsLive } from '../../ui/use-is-live.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { InfoPage } from './info-page.tsx'

const ContactForm = lazyPart(() => import('../../parts/contact/contact-form.tsx'))

/** The page is readable before any script runs; its form is not. */
function ContactHere() {
  return useIsLive() ? (
    <Suspense fallback={null}>
      <ContactForm topic="contact" />
    </Suspense>
  ) : null
}

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
          text: (
            <>
              <p>
                <Trans>
                  Report a problem on the car park’s page. If there was no space for you, report it on{' '}
                  <Link to={routes.bookings.href()}>your booking</Link>. For everything else, write to us.
                </Trans>
              </p>
              {SUPPORT_EMAIL !== undefined && (
                <p>
                  <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>
                </p>
              )}
              <ContactHere />
            </>
          ),
        },
      ]}
    />
  )
}

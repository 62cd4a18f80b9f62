import { Trans } from '@lingui/react/macro'
import { InfoPage } from './info-page.tsx'

/** What is kept where, and who learns it. */
export function PrivacyPage() {
  return (
    <InfoPage
      title={<Trans>Privacy policy</Trans>}
      sections={[
        {
          title: <Trans>Kept on this phone</Trans>,
          text: (
            <Trans>
              To work offline, the app keeps on this phone: car parks you looked at; your bookings, passes, vehicles and
              wallet transactions; requests waiting to be sent; your language, country and appearance. Signing out
              deletes everything that’s yours.
            </Trans>
          ),
        },
        {
          title: <Trans>Kept by Baywise</Trans>,
          text: (
            <Trans>
              Your name, e-mail address, vehicles, bookings and payments. Card numbers go to the payment company only. A
              pass carries plate and times, but no name, e-mail address, phone number or price.
            </Trans>
          ),
        },
        {
          title: <Trans>Your location</Trans>,
          text: (
            <Trans>
              “Near me” uses your position only when you ask, and sends it as the place of that search. The country is
              found from your network address by the provider. Only where the operator has set it up, ipapi.co, ipwho.is
              or freeipapi.com are asked when the provider does not know; they learn that address and nothing else. The
              answer is kept here for an hour.
            </Trans>
          ),
        },
        {
          title: <Trans>Other companies</Trans>,
          text: (
            <Trans>
              If you sign in with Google or Apple, or turn on notifications, those companies and your browser’s maker
              handle that data.
            </Trans>
          ),
        },
        {
          title: <Trans>Errors</Trans>,
          text: (
            <Trans>
              Unexpected errors are reported to the provider without your name, your address or anything you typed.
              There is no advertising and no tracking.
            </Trans>
          ),
        },
      ]}
    />
  )
}

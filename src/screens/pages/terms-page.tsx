import { Trans } from '@lingui/react/macro'
import { InfoPage } from './info-page.tsx'

export function TermsPage() {
  return (
    <InfoPage
      title={<Trans>Terms of use</Trans>}
      sections={[
        {
          title: <Trans>Account</Trans>,
          text: <Trans>Anyone can look for parking. To book, you need an account with your own email address.</Trans>,
        },
        {
          title: <Trans>Bookings</Trans>,
          text: (
            <Trans>
              A booking exists once Baywise has confirmed it. Until then, the app doesn’t show it as booked. A pass is
              valid for the car park, plate and times shown on it. Signs and opening hours at the car park apply.
            </Trans>
          ),
        },
        {
          title: <Trans>Money</Trans>,
          text: (
            <Trans>
              The wallet is prepaid, one for each currency, and nothing is converted. You pay the total that was shown
              to you, taxes included. Money in the wallet does not expire.
            </Trans>
          ),
        },
      ]}
    />
  )
}

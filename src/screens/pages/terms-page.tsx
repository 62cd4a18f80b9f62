import { Trans } from '@lingui/react/macro'
import { InfoPage } from './info-page.tsx'

export function TermsPage() {
  return (
    <InfoPage
      title={<Trans>Terms of use</Trans>}
      sections={[
        {
          title: <Trans>Account</Trans>,
          text: (
            <Trans>
              Anybody may look for parking. To book you need an account with an e-mail address that is yours.
            </Trans>
          ),
        },
        {
          title: <Trans>Bookings</Trans>,
          text: (
            <Trans>
              A booking exists once the provider has confirmed it; until then the app says that it waits. A pass is
              valid for the car park, the plate and the times on it. Signs and opening hours on the spot apply.
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

import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { DEFAULT_LEEWAY } from '../../domain/booking.ts'
import { InfoPage } from './info-page.tsx'

/** The times are the ones that phone and provider use in calculations. */
export function TermsPage() {
  const { arrivalMinutes, graceMinutes } = DEFAULT_LEEWAY
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
        {
          title: <Trans>Coming and leaving</Trans>,
          text: (
            <Trans>
              You may come in from {arrivalMinutes} minutes before the start and leave until {graceMinutes} minutes
              after the end, unless the car park allows more. Time beyond it costs what it would cost as a stay, by the
              price list of your booking.
            </Trans>
          ),
        },
        {
          title: <Trans>Changes and refunds</Trans>,
          text: (
            <Trans>
              A booking keeps the price list and the refund rules that it was made with. What comes back is in the{' '}
              <Link to={routes.cancellation.href()}>cancellation policy</Link>.
            </Trans>
          ),
        },
        {
          title: <Trans>Credit</Trans>,
          text: (
            <Trans>
              Gifts, referral credit and promotion credit pay for parking and can’t be withdrawn. What you paid in and
              did not spend can.
            </Trans>
          ),
        },
        {
          title: <Trans>Demo</Trans>,
          text: <Trans>What is marked as demo is an example: no offer is made with it and no money moves.</Trans>,
        },
      ]}
    />
  )
}

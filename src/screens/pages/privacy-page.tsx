import { Trans } from '@lingui/react/macro'
import { InfoPage } from './info-page.tsx'

/** Which data is stored where, and who receives it. */
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
              Your name, email address, vehicles, bookings and payments. Card numbers go to the payment service only. A
              pass carries the plate and times, but no name, email address, phone number or price.
            </Trans>
          ),
        },
        {
          title: <Trans>Logs</Trans>,
          text: (
            <Trans>
              Baywise keeps the network address and the page of each visit for 14 days, without names, to find errors
              and attacks.
            </Trans>
          ),
        },
        {
          title: <Trans>Referral</Trans>,
          text: (
            <Trans>
              Who entered a referral code is credited once. For that, Baywise keeps marks of the plate, phone and email
              address for a year, also after the account is deleted. Nobody can read the plate or address from a mark.
            </Trans>
          ),
        },
        {
          title: <Trans>Vehicle documents</Trans>,
          text: (
            <Trans>
              A picture of a document is stored encrypted and opens for you and for whoever handles the renewal. It is
              deleted 14 days after the renewal, or 30 days after you sent it where there is none.
            </Trans>
          ),
        },
        {
          title: <Trans>Messages to us</Trans>,
          text: <Trans>What you write by a form is emailed to us. Our other copy is deleted after 90 days.</Trans>,
        },
        {
          title: <Trans>Your location</Trans>,
          text: (
            <Trans>
              “Near me” uses your location only when you ask, and sends it only for that search. Baywise finds your
              country from your network address. If it can’t, and this service allows it, your phone asks ipapi.co,
              ipwho.is or freeipapi.com, which learn that address and nothing else. The answer is kept on this phone for
              an hour.
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
              Unexpected errors are reported to Baywise without your name, your address or anything you typed. There are
              no ads and no tracking.
            </Trans>
          ),
        },
      ]}
    />
  )
}

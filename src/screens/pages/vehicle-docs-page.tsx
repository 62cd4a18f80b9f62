import { Trans } from '@lingui/react/macro'
import { InfoPage } from './info-page.tsx'

/** Nigeria only: the link is shown where that country is chosen. */
export function VehicleDocsPage() {
  return (
    <InfoPage
      title={<Trans>Vehicle documents renewal</Trans>}
      opening={
        <Trans>
          Baywise does not renew documents yet. In Nigeria the licensing office of your state does, in person or on its
          own site.
        </Trans>
      }
      sections={[
        {
          title: <Trans>What to bring</Trans>,
          text: (
            <Trans>
              Vehicle licence, proof of ownership, roadworthiness certificate and insurance certificate; your plate is
              under Profile, Vehicles.
            </Trans>
          ),
        },
      ]}
    />
  )
}

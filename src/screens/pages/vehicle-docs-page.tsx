import { Trans } from '@lingui/react/macro'
import { InfoPage } from './info-page.tsx'

/** Nigeria only: the link is shown where that country is chosen. */
export function VehicleDocsPage() {
  return (
    <InfoPage
      title={<Trans>Vehicle documents renewal</Trans>}
      opening={
        <Trans>
          Baywise doesn’t renew documents yet. In Nigeria, your state’s licensing office does, in person or online.
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

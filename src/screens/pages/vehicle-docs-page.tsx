import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { InfoPage } from './info-page.tsx'

/** Nigeria only: the link is shown where that country is chosen. */
export function VehicleDocsPage() {
  return (
    <InfoPage
      title={<Trans>Vehicle documents renewal</Trans>}
      opening={
        <Trans>
          Your state’s licensing authority handles vehicle documents, in person or online. Keep your plate in your
          profile: each booking offers it.
        </Trans>
      }
      sections={[
        {
          title: <Trans>What to bring</Trans>,
          text: (
            <>
              <ul>
                <li>
                  <Trans>Vehicle licence</Trans>
                </li>
                <li>
                  <Trans>Proof of ownership</Trans>
                </li>
                <li>
                  <Trans>Roadworthiness certificate</Trans>
                </li>
                <li>
                  <Trans>Insurance certificate</Trans>
                </li>
              </ul>
              <Link to={routes.profile.href()} {...buttonLook()}>
                <Trans>Open profile</Trans>
              </Link>
            </>
          ),
        },
      ]}
    />
  )
}

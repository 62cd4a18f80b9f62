import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { PARTNER_URL } from '../../config/partner.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import text from '../../ui/text.module.css'
import { InfoPage } from './info-page.tsx'

/** Where the data comes from; the licences ask for these words. */
const SOURCES = [
  { name: '© OpenStreetMap', url: 'https://www.openstreetmap.org/copyright' },
  { name: 'Open Government Licence – Toronto', url: 'https://open.toronto.ca/open-data-license/' },
  { name: 'Natural Earth', url: 'https://www.naturalearthdata.com/' },
]

export function AboutPage() {
  return (
    <InfoPage
      title={<Trans>About us</Trans>}
      opening={
        <Trans>
          Baywise helps you find a parking space, book it from a prepaid wallet and carry a pass that works offline, in
          Nigeria, Canada, Senegal and the United States.
        </Trans>
      }
      sections={[
        ...(PARTNER_URL === undefined
          ? []
          : [
              {
                id: 'owners',
                title: <Trans>Rent out your space</Trans>,
                text: (
                  <a href={PARTNER_URL} rel="noopener" className={text.lineLink}>
                    <Trans>Owners list their space on our partner site.</Trans>
                  </a>
                ),
              },
            ]),
        {
          title: <Trans>You run a car park?</Trans>,
          text: (
            <Link to={moreRoutes.bookDemo.href()} className={text.lineLink}>
              <Trans>Book a demo</Trans>
            </Link>
          ),
        },
        {
          id: 'licences',
          title: <Trans>Licences and map sources</Trans>,
          text: (
            <ul>
              {SOURCES.map(({ name, url }) => (
                <li key={url}>
                  <a href={url} rel="noopener" className={text.lineLink}>
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          ),
        },
      ]}
    />
  )
}

import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { PARTNER_URL } from '../../config/partner.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import text from '../../ui/text.module.css'
import { InfoPage } from './info-page.tsx'

/** Data sources, with the wording that their licences require. */
const SOURCES = [
  { name: '© OpenStreetMap', url: 'https://www.openstreetmap.org/copyright' },
  { name: 'Open Government Licence – Toronto', url: 'https://open.toronto.ca/open-data-license/' },
  { name: 'Natural Earth', url: 'https://www.naturalearthdata.com/' },
]

const PAGES: ReadonlyArray<{ readonly to: string; readonly name: ReactNode }> = [
  { to: moreRoutes.howItWorks.href(), name: <Trans>How Baywise works</Trans> },
  { to: moreRoutes.getStarted.href(), name: <Trans>Get started</Trans> },
  { to: moreRoutes.cityParking.href(), name: <Trans>City parking</Trans> },
  { to: moreRoutes.affiliates.href(), name: <Trans>Bring drivers, get credit</Trans> },
  { to: moreRoutes.careers.href(), name: <Trans>Careers</Trans> },
  { to: moreRoutes.mediaCoverage.href(), name: <Trans>Media coverage</Trans> },
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
        {
          title: <Trans>More about Baywise</Trans>,
          text: (
            <ul>
              {PAGES.map(({ to, name }) => (
                <li key={to}>
                  <Link to={to} className={text.lineLink}>
                    {name}
                  </Link>
                </li>
              ))}
            </ul>
          ),
        },
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

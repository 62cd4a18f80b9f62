import { Trans, useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { PARTNER_URL } from '../config/partner.ts'
import { routes } from '../config/routes.ts'
import { Mark } from '../ui/mark.tsx'
import styles from './site-footer.module.css'
import { useNow } from '../parts/use-now.ts'

/** Where the data comes from; the licences ask for these words. */
const SOURCES = [
  { name: '© OpenStreetMap', url: 'https://www.openstreetmap.org/copyright' },
  { name: 'Open Government Licence – Toronto', url: 'https://open.toronto.ca/open-data-license/' },
  { name: 'Natural Earth', url: 'https://www.naturalearthdata.com/' },
]

/** What exists, who made the data, and that prices marked so are examples. */
export function SiteFooter() {
  const { t } = useLingui()
  const year = new Date(useNow()).getFullYear()
  return (
    <footer className={styles.footer}>
      <div className={styles.columns}>
        <div>
          <p className={styles.brand}>
            <Mark />
            Baywise
          </p>
          <p>
            <Trans>Prices and places marked “Sandbox tariff” are examples, not offers. No real money moves.</Trans>
          </p>
        </div>
        <nav aria-label={t`Services`}>
          <h2>{t`Services`}</h2>
          <ul>
            <li>
              <Link to={routes.home.href()}>{t`Home`}</Link>
            </li>
            <li>
              <Link to={routes.parksList.href()}>{t`Find Parking`}</Link>
            </li>
            <li>
              <a href={PARTNER_URL} rel="noopener">{t`Rent out your space`}</a>
            </li>
          </ul>
        </nav>
        <nav aria-label={t`Your account`}>
          <h2>{t`Your account`}</h2>
          <ul>
            <li>
              <Link to={routes.login.href()}>{t`Get started`}</Link>
            </li>
            <li>
              <Link to={routes.bookings.href()}>{t`My Bookings`}</Link>
            </li>
            <li>
              <Link to={routes.wallet.href()}>{t`Wallet`}</Link>
            </li>
          </ul>
        </nav>
        <div>
          <h2>{t`Data and maps`}</h2>
          <ul>
            {SOURCES.map((source) => (
              <li key={source.url}>
                <a href={source.url} rel="noopener">
                  {source.name}
                </a>
              </li>
            ))}
          </ul>
        </div>
      </div>
      <p className={styles.legal}>© {year} Baywise</p>
    </footer>
  )
}

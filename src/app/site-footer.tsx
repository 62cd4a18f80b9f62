import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { PARTNER_LOGIN_URL, PARTNER_URL, SOCIAL_LINKS, STORE_LINKS } from '../config/partner.ts'
import { routes } from '../config/routes.ts'
import { AfterPaint } from '../ui/after-paint.tsx'
import { buttonLook } from '../ui/button-look.ts'
import { ButtonRow } from '../ui/button-row.tsx'
import { Mark } from '../ui/mark.tsx'
import { lazyScreen } from './lazy-screen.ts'
import styles from './site-footer.module.css'
import { useNow } from '../parts/use-now.ts'

const SocialLinks = lazyScreen(() => import('./social-links.tsx'))

function Column({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <nav aria-label={title}>
      <h2>{title}</h2>
      <ul>{children}</ul>
    </nav>
  )
}

function FooterLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <li>
      <Link to={to}>{children}</Link>
    </li>
  )
}

/** For owners, on their own site; drivers sign in from the header. */
function GetStarted() {
  const { t } = useLingui()
  if (PARTNER_LOGIN_URL === undefined) return null
  return <a href={PARTNER_LOGIN_URL} rel="noopener" {...buttonLook({ size: 'small' })}>{t`Get started`}</a>
}

/** Says that prices marked "Demo price" are examples, and links only to pages that exist. */
export function SiteFooter() {
  // Links only: memoisation would add more bytes than the time saved by rendering once a minute is worth.
  'use no memo'
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
            <Trans>Prices and places marked “Demo price” are examples, not offers.</Trans>
          </p>
          {SOCIAL_LINKS !== undefined && (
            <>
              <h2>{t`Connect With Us`}</h2>
              <AfterPaint>
                <SocialLinks />
              </AfterPaint>
            </>
          )}
          <ButtonRow>
            <GetStarted />
            <Link
              to={routes.help.href('contact')}
              {...buttonLook({ kind: 'secondary', size: 'small' })}
            >{t`Contact Us`}</Link>
          </ButtonRow>
        </div>
        <Column title={t`Information`}>
          <FooterLink to={routes.about.href()}>{t`About us`}</FooterLink>
          <FooterLink to={routes.blog.href()}>{t`Blog`}</FooterLink>
          <FooterLink to={routes.about.href('licences')}>{t`Licences and map sources`}</FooterLink>
        </Column>
        <Column title={t`Services`}>
          <FooterLink to={routes.parksList.href()}>{t`Find Parking`}</FooterLink>
          <FooterLink to={routes.airportParking.href()}>{t`Airport parking`}</FooterLink>
          <FooterLink to={routes.stadiumParking.href()}>{t`Stadium parking`}</FooterLink>
          <FooterLink to={routes.stationParking.href()}>{t`Station parking`}</FooterLink>
          <FooterLink to={routes.charging.href()}>{t`EV charging`}</FooterLink>
          <FooterLink to={routes.business.href()}>{t`Business accounts`}</FooterLink>
        </Column>
        <Column title={t`Get in touch`}>
          <FooterLink to={routes.help.href()}>{t`Help`}</FooterLink>
          {PARTNER_URL === undefined ? (
            <FooterLink to={routes.rentOutSpace.href()}>{t`Rent out your space`}</FooterLink>
          ) : (
            <li>
              <a href={PARTNER_URL} rel="noopener">{t`Rent out your space`}</a>
            </li>
          )}
          {STORE_LINKS.map(({ name, url }) => (
            <li key={name}>
              <a href={url} rel="noopener">
                {name}
              </a>
            </li>
          ))}
        </Column>
      </div>
      <div className={styles.legal}>
        <p>© {year} Baywise</p>
        <Link to={routes.terms.href()}>{t`Terms of use`}</Link>
        <Link to={routes.privacy.href()}>{t`Privacy policy`}</Link>
        <Link to={routes.cancellation.href()}>{t`Cancellation policy`}</Link>
      </div>
    </footer>
  )
}

import { useLingui } from '@lingui/react/macro'
import { Suspense } from 'react'
import { Link, NavLink } from 'react-router-dom'
import { PARTNER_URL } from '../config/partner.ts'
import { routes } from '../config/routes.ts'
import { buttonLook } from '../ui/button-look.ts'
import { headerBrandLook, HeaderBar, headerLinkLook, headerNameLook, HeaderPill } from '../ui/header-pill.tsx'
import { IconButton } from '../ui/icon-button.tsx'
import { GearIcon } from '../ui/icons-place.tsx'
import { MenuIcon } from '../ui/icons-action.tsx'
import { Mark } from '../ui/mark.tsx'
import { AfterPaint } from '../ui/after-paint.tsx'
import styles from './app.module.css'
import { CountryButton } from './country-button.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { nobodyChose, selectedCountry } from '../signals/selected-country.ts'
import { openPanel } from '../stores/open-panel.ts'
import { useObservable } from './use-observable.ts'

export const HeaderAccount = lazyScreen(() => import('./header-account.tsx'))
const LanguageButton = lazyScreen(() => import('./language-button.tsx'))

/** Logo and name, linking home. */
export function BrandLink() {
  return (
    <Link to={routes.home.href()} {...headerBrandLook()}>
      <Mark />
      <span {...headerNameLook()}>Baywise</span>
    </Link>
  )
}

/** B: the pill over public pages; A: the bar over account and sign-in pages, from 768 px. */
export function SiteHeader({ variant }: { readonly variant: 'A' | 'B' }) {
  const { t } = useLingui()
  const country = useObservable(selectedCountry, nobodyChose)
  const Frame = variant === 'A' ? HeaderBar : HeaderPill
  return (
    <Frame
      brand={<BrandLink />}
      linksLabel={t`Main`}
      links={
        <>
          <NavLink to={routes.home.href()} end {...headerLinkLook()}>
            {t`Home`}
          </NavLink>
          <NavLink to={routes.parksList.href()} {...headerLinkLook()}>
            {t`Find Parking`}
          </NavLink>
          {variant === 'B' && (
            <>
              <NavLink to={routes.events.href()} {...headerLinkLook()}>
                {t`Events`}
              </NavLink>
              <NavLink to={routes.marketplace.href()} {...headerLinkLook()}>
                {t`Marketplace`}
              </NavLink>
            </>
          )}
          {country?.code === 'NG' && (
            <NavLink to={routes.vehicleDocs.href()} {...headerLinkLook()}>
              {t`Vehicle Docs`}
            </NavLink>
          )}
        </>
      }
      actions={
        <>
          <CountryButton />
          {variant === 'A' && (
            <Suspense fallback={null}>
              <LanguageButton />
            </Suspense>
          )}
          {PARTNER_URL !== undefined && (
            <a
              href={PARTNER_URL}
              rel="noopener"
              {...buttonLook({ kind: 'secondary', size: 'small', shape: 'pill' })}
              data-from="wide"
            >
              {t`List your space`}
            </a>
          )}
          <span className={styles.account}>
            <AfterPaint>
              <HeaderAccount />
            </AfterPaint>
          </span>
          <span className={styles.wideOnly}>
            <IconButton label={t`Settings`} icon={<GearIcon />} onClick={() => openPanel.set('settings')} />
          </span>
          <span className={styles.phoneOnly}>
            <IconButton
              label={t`Menu`}
              icon={<MenuIcon />}
              aria-haspopup="dialog"
              onClick={() => openPanel.set('menu')}
            />
          </span>
        </>
      }
    />
  )
}

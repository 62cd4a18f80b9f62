import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { PARTNER_URL, SOCIAL_LINKS } from '../config/partner.ts'
import { routes } from '../config/routes.ts'
import { selectedCountry } from '../signals/selected-country.ts'
import { useSession } from '../queries/use-session.ts'
import { buttonLook } from '../ui/button-look.ts'
import { CalendarIcon, ExternalIcon, LogoutIcon, SearchIcon } from '../ui/icons-action.tsx'
import {
  CarIcon,
  GearIcon,
  HouseIcon,
  PersonIcon,
  QrIcon,
  ReceiptIcon,
  TicketIcon,
  WalletIcon,
} from '../ui/icons-place.tsx'
import { InfoIcon } from '../ui/icons-state.tsx'
import { listRowLook, ListRowFace, RowList } from '../ui/list-row.tsx'
import { Modal } from '../ui/modal.tsx'
import { closePanel, openPanel } from '../stores/open-panel.ts'
import { lazyScreen } from './lazy-screen.ts'
import { useObservable } from './use-observable.ts'

const SocialLinks = lazyScreen(() => import('./social-links.tsx'))

function MenuLink({ to, icon, title }: { readonly to: string; readonly icon: ReactNode; readonly title: string }) {
  return (
    <li>
      <Link to={to} {...listRowLook()} onClick={closePanel}>
        <ListRowFace icon={icon} title={title} />
      </Link>
    </li>
  )
}

/** The phone's menu: the links of the wide header. */
export default function SideMenu({ open }: { readonly open: boolean }) {
  const { t } = useLingui()
  const session = useSession()
  const country = useObservable(selectedCountry)
  const { key } = useLocation()
  const openedAt = useRef(key)
  // Navigating back closes the open menu.
  useEffect(() => {
    if (openedAt.current !== key) closePanel()
  }, [key])
  const isSignedIn = session.status === 'ready' && session.value !== null
  const isVisitor = session.status === 'ready' && session.value === null
  return (
    <Modal
      open={open}
      onClose={closePanel}
      placement="panel"
      title={t`Menu`}
      foot={
        isVisitor && (
          <Link to={routes.login.href()} onClick={closePanel} {...buttonLook({ wide: true })}>
            {t`Get Started`}
          </Link>
        )
      }
    >
      <nav aria-label={t`Menu`}>
        <RowList>
          <MenuLink to={routes.home.href()} icon={<HouseIcon />} title={t`Home`} />
          <MenuLink to={routes.parksList.href()} icon={<SearchIcon />} title={t`Find Parking`} />
          <MenuLink to={routes.events.href()} icon={<CalendarIcon />} title={t`Events`} />
          <MenuLink to={routes.marketplace.href()} icon={<ReceiptIcon />} title={t`Marketplace`} />
          <MenuLink to={routes.plans.href()} icon={<WalletIcon />} title={t`Plans`} />
          <MenuLink to={routes.scan.href()} icon={<QrIcon />} title={t`Scan a sign`} />
          <MenuLink to={routes.about.href()} icon={<InfoIcon />} title={t`About us`} />
          {country?.code === 'NG' && (
            <MenuLink to={routes.vehicleDocs.href()} icon={<CarIcon />} title={t`Vehicle Docs`} />
          )}
          {isSignedIn && (
            <>
              <MenuLink to={routes.bookings.href()} icon={<TicketIcon />} title={t`My Bookings`} />
              <MenuLink to={routes.orders.href()} icon={<ReceiptIcon />} title={t`My orders`} />
              <MenuLink to={routes.wallet.href()} icon={<WalletIcon />} title={t`Wallet`} />
              <MenuLink to={routes.profile.href()} icon={<PersonIcon />} title={t`Profile`} />
            </>
          )}
          <li>
            <button type="button" {...listRowLook()} onClick={() => openPanel.set('settings')}>
              <ListRowFace icon={<GearIcon />} title={t`Settings`} />
            </button>
          </li>
          {PARTNER_URL !== undefined && (
            <li>
              <a href={PARTNER_URL} rel="noopener" {...listRowLook()}>
                <ListRowFace icon={<ExternalIcon />} title={t`List your space`} />
              </a>
            </li>
          )}
          {isSignedIn && (
            <li>
              <button type="button" {...listRowLook()} onClick={() => openPanel.set('sign-out')}>
                <ListRowFace icon={<LogoutIcon />} title={t`Logout`} />
              </button>
            </li>
          )}
        </RowList>
      </nav>
      {SOCIAL_LINKS !== undefined && <SocialLinks />}
    </Modal>
  )
}

import { useLingui } from '@lingui/react/macro'
import type { MouseEvent, ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router-dom'
import { MENU_DELAY_MS } from '../config/limits.ts'
import { routes } from '../config/routes.ts'
import { useSession } from '../queries/use-session.ts'
import { buttonLook } from '../ui/button-look.ts'
import { Avatar } from '../ui/header-pill.tsx'
import { PersonIcon, TicketIcon, WalletIcon } from '../ui/icons-place.tsx'
import { LogoutIcon } from '../ui/icons-action.tsx'
import { listRowLook, ListRowFace, RowList } from '../ui/list-row.tsx'
import { VisuallyHidden } from '../ui/visually-hidden.tsx'
import { Waiting } from '../ui/waiting.tsx'
import styles from './app.module.css'
import { openPanel } from '../stores/open-panel.ts'
import { useDropdown } from './use-dropdown.ts'

/** The avatar with its menu, or Get Started. Empty until the session is known. */
export default function HeaderAccount() {
  const { t } = useLingui()
  const session = useSession()
  const { pathname } = useLocation()
  if (session.status === 'loading') return <Waiting />
  if (session.value === null) {
    return (
      <Link to={routes.login.href()} {...buttonLook({ size: 'small', shape: 'pill' })}>
        {t`Get Started`}
      </Link>
    )
  }
  // The key closes the menu on a new page.
  return <AccountMenu key={pathname} letter={session.value.user.first_name.trim().charAt(0).toUpperCase() || 'U'} />
}

function AccountMenu({ letter }: { readonly letter: string }) {
  const { t } = useLingui()
  const { menu, close } = useDropdown()
  return (
    <details ref={menu} className={styles.menu}>
      <summary className={styles.summary}>
        <VisuallyHidden>{t`Account`}</VisuallyHidden>
        <Avatar letter={letter} />
      </summary>
      <div className={styles.dropdown}>
        <RowList>
          <MenuLink to={routes.bookings.href()} icon={<TicketIcon />} title={t`My Bookings`} onClose={close} />
          <MenuLink to={routes.wallet.href()} icon={<WalletIcon />} title={t`Wallet`} onClose={close} />
          <MenuLink to={routes.profile.href()} icon={<PersonIcon />} title={t`Profile`} onClose={close} />
          <li>
            <button
              type="button"
              {...listRowLook()}
              onClick={() => {
                close()
                openPanel.set('sign-out')
              }}
            >
              <ListRowFace icon={<LogoutIcon />} title={t`Logout`} />
            </button>
          </li>
        </RowList>
      </div>
    </details>
  )
}

interface MenuLinkProps {
  readonly to: string
  readonly icon: ReactNode
  readonly title: string
  readonly onClose: () => void
}

/**
 * Closes the menu, then changes the page, so that the tap has a visible effect. Modified clicks (new tab or window) are
 * left to the browser.
 */
function MenuLink({ to, icon, title, onClose }: MenuLinkProps) {
  const navigate = useNavigate()
  const follow = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onClose()
    setTimeout(() => void navigate(to), MENU_DELAY_MS)
  }
  return (
    <li>
      <Link to={to} {...listRowLook()} onClick={follow}>
        <ListRowFace icon={icon} title={title} />
      </Link>
    </li>
  )
}

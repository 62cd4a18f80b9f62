import { useLingui } from '@lingui/react/macro'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router-dom'
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

/** The avatar with its menu, or Get Started. Nothing until it is known which. */
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
  // A new page gets a new, closed menu.
  return <AccountMenu key={pathname} letter={session.value.user.first_name.trim().charAt(0).toUpperCase() || 'U'} />
}

/** A native disclosure: opens by click or Enter, closes by Escape and outside click. */
function AccountMenu({ letter }: { readonly letter: string }) {
  const { t } = useLingui()
  const menu = useRef<HTMLDetailsElement>(null)

  useEffect(() => {
    const element = menu.current
    if (element === null) return undefined
    const closeOutside = (event: PointerEvent) => {
      if (event.target instanceof Node && !element.contains(event.target)) element.open = false
    }
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !element.open) return
      element.open = false
      element.querySelector('summary')?.focus()
    }
    document.addEventListener('pointerdown', closeOutside)
    element.addEventListener('keydown', closeOnEscape)
    return () => {
      document.removeEventListener('pointerdown', closeOutside)
      element.removeEventListener('keydown', closeOnEscape)
    }
  }, [])

  return (
    <details ref={menu} className={styles.menu}>
      <summary className={styles.summary}>
        <VisuallyHidden>{t`Account`}</VisuallyHidden>
        <Avatar letter={letter} />
      </summary>
      <div className={styles.dropdown}>
        <RowList>
          <li>
            <Link to={routes.bookings.href()} {...listRowLook()}>
              <ListRowFace icon={<TicketIcon />} title={t`My Bookings`} />
            </Link>
          </li>
          <li>
            <Link to={routes.wallet.href()} {...listRowLook()}>
              <ListRowFace icon={<WalletIcon />} title={t`Wallet`} />
            </Link>
          </li>
          <li>
            <Link to={routes.profile.href()} {...listRowLook()}>
              <ListRowFace icon={<PersonIcon />} title={t`Profile`} />
            </Link>
          </li>
          <li>
            <button type="button" {...listRowLook()} onClick={() => openPanel.set('sign-out')}>
              <ListRowFace icon={<LogoutIcon />} title={t`Logout`} />
            </button>
          </li>
        </RowList>
      </div>
    </details>
  )
}

import { useLingui } from '@lingui/react/macro'
import { Link, useLocation } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import { BottomBar, BottomItemFace, bottomItemLook } from '../ui/bottom-bar.tsx'
import { SearchIcon } from '../ui/icons-action.tsx'
import { PersonIcon, TicketIcon, WalletIcon } from '../ui/icons-place.tsx'
import { AfterPaint } from '../ui/after-paint.tsx'
import styles from './app.module.css'
import { lazyScreen } from './lazy-screen.ts'
import { CurrentBookingPlaceholder } from './current-booking-placeholder.tsx'

const WaitingDot = lazyScreen(() => import('./waiting-dot.tsx'))
export const RunningBar = lazyScreen(() => import('./running-bar.tsx'))

/** Details and checkout belong to a section although their addresses do not begin with its path. */
const isBookingPlace = (pathname: string): boolean => /^\/(bookings|booking-details)(\/|$)/.test(pathname)
const isFindPlace = (pathname: string): boolean => /^\/(search|parks-list|park|checkout)(\/|$)/.test(pathname)
const isAccountPlace = (pathname: string): boolean => /^\/(profile|activity)(\/|$)/.test(pathname)

/** Find, Bookings, Wallet, Account on phones; the running booking above them at every width. */
export function AppBottomBar({
  when = 'always',
  running = true,
}: {
  readonly when?: 'always' | 'installed'
  readonly running?: boolean
}) {
  const { t } = useLingui()
  const { pathname } = useLocation()
  const look = bottomItemLook()
  const current = (isHere: boolean) => (isHere ? 'page' : undefined)
  return (
    <div className={styles.bottom} data-when={when}>
      <BottomBar
        label={t`Sections`}
        running={
          running && (
            <AfterPaint fallback={<CurrentBookingPlaceholder />}>
              <RunningBar />
            </AfterPaint>
          )
        }
      >
        <Link to={routes.search.href()} {...look} aria-current={current(isFindPlace(pathname))}>
          <BottomItemFace icon={<SearchIcon size={24} />} label={t`Find`} />
        </Link>
        <Link to={routes.bookings.href()} {...look} aria-current={current(isBookingPlace(pathname))}>
          <BottomItemFace
            icon={<TicketIcon size={24} />}
            label={t`Bookings`}
            waiting={
              <AfterPaint fallback={null}>
                <WaitingDot />
              </AfterPaint>
            }
          />
        </Link>
        <Link to={routes.wallet.href()} {...look} aria-current={current(pathname.startsWith('/wallet'))}>
          <BottomItemFace icon={<WalletIcon size={24} />} label={t`Wallet`} />
        </Link>
        <Link to={routes.profile.href()} {...look} aria-current={current(isAccountPlace(pathname))}>
          <BottomItemFace icon={<PersonIcon size={24} />} label={t`Account`} />
        </Link>
      </BottomBar>
    </div>
  )
}

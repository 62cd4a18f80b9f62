import { Outlet, useLocation } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import styles from './app.module.css'
import { AppBottomBar } from './app-bottom-bar.tsx'
import { Frame } from './frame.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { PageSkeleton } from './page-skeleton.tsx'
import { BrandLink } from './site-header.tsx'
import { SiteFooter } from './site-footer.tsx'
import { Suspense } from 'react'

export const AccountGate = lazyScreen(() => import('./account-gate.tsx'))

/**
 * Home, list, text pages, 404: header pill and footer; the bottom bar in the installed app. Home shows the running
 * booking itself.
 */
export function PublicLayout({ narrow = false }: { readonly narrow?: boolean }) {
  const { pathname } = useLocation()
  return (
    <Frame
      header="B"
      narrow={narrow}
      below={
        <>
          <SiteFooter />
          <AppBottomBar when="installed" running={pathname !== routes.home.pattern} />
        </>
      }
    >
      <Outlet />
    </Frame>
  )
}

/** Park and checkout: their own head on phones, and the primary button fixed below. */
export function TaskLayout() {
  return (
    <Frame header="B-wide" narrow>
      <Outlet />
    </Frame>
  )
}

/** Map and list. */
export function SearchLayout() {
  return (
    <Frame header="B-wide" full below={<AppBottomBar />}>
      <Outlet />
    </Frame>
  )
}

/** Bookings, wallet, profile: require a session. */
export function AccountLayout() {
  return (
    <Frame header="A" narrow below={<AppBottomBar />}>
      <Suspense fallback={<PageSkeleton />}>
        <AccountGate>
          <Outlet />
        </AccountGate>
      </Suspense>
    </Frame>
  )
}

/** Activity: its own head on phones. Needs no session: it shows what is on this phone. */
export function ActivityLayout() {
  return (
    <Frame header="B-wide" narrow below={<AppBottomBar />}>
      <Outlet />
    </Frame>
  )
}

/** The pass: white, with nothing around it. Needs no session: it shows what is on this phone. */
export function PassLayout() {
  return (
    <Frame strip="none" header="none">
      <Outlet />
    </Frame>
  )
}

/** Sign in, register, verify: no navigation around them. */
export function AuthLayout() {
  return (
    <Frame header="A" narrow>
      <div className={styles.phoneBrand}>
        <BrandLink />
      </div>
      <Outlet />
    </Frame>
  )
}

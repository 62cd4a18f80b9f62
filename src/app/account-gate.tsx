import type { ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { routes } from '../config/routes.ts'
import { useSession } from '../queries/use-session.ts'
import { LoginPrompt } from './login-prompt.tsx'
import { PageSkeleton } from './page-skeleton.tsx'

/**
 * Requires a session: visitors see the login prompt on bookings and wallet, and are sent home from other account pages.
 */
export default function AccountGate({ children }: { readonly children: ReactNode }) {
  const session = useSession()
  const { pathname, search, hash } = useLocation()
  if (session.status === 'loading') return <PageSkeleton />
  if (session.value !== null) return children
  const asksForLogin = pathname.startsWith(routes.bookings.pattern) || pathname.startsWith(routes.wallet.pattern)
  return asksForLogin ? <LoginPrompt next={pathname + search + hash} /> : <Navigate to={routes.home.href()} replace />
}

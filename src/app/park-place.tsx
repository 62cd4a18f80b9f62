// Rarely rendered: memoisation would double this file.
'use no memo'
import { Navigate, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { PARAM, routes } from '../config/routes.ts'
import { lazyScreen } from './lazy-screen.ts'

const ParkScreen = lazyScreen(() => import('../screens/park/park-screen.tsx'))
const LandingScreen = lazyScreen(() => import('../screens/landing/landing-screen.tsx'))

/**
 * One address, two pages: a slug, which always has a hyphen, opens the details; a code, which never has one, opens the
 * landing page of its sign. A code typed together with the times of a stay opens the details for those times.
 */
export function ParkPlace() {
  const { slug = '' } = useParams()
  const [params] = useSearchParams()
  return slug.includes('-') || params.has(PARAM.from) ? <ParkScreen /> : <LandingScreen />
}

/** Redirects `/booking/{parkCode}` to the checkout of that car park; the query is kept. */
export function BookingAlias() {
  const { parkCode = '' } = useParams()
  const { search } = useLocation()
  return <Navigate to={routes.checkout.href(parkCode) + search} replace />
}

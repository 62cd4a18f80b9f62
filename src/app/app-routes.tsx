import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { matchPath, Route, Routes } from 'react-router-dom'
import checkSheet from '../screens/check?sheet'
import { ErrorBoundary } from './error-boundary.tsx'
import { Frame } from './frame.tsx'
import HomeScreen, { homeParts } from '../screens/home/home-screen.tsx'
import {
  AccountGate,
  AccountLayout,
  ActivityLayout,
  AuthLayout,
  PassLayout,
  PublicLayout,
  SearchLayout,
  TaskLayout,
} from './layouts.tsx'
import { routes } from '../config/routes.ts'
import { lazyScreen } from './lazy-screen.ts'
import { HeaderAccount } from './site-header.tsx'
import { RunningBar } from './app-bottom-bar.tsx'
import { page } from './page.tsx'
import { BookingAlias, ParkPlace } from './park-place.tsx'
import { TEXT_PAGES } from './text-pages.ts'

const FindListScreen = lazyScreen(() => import('../screens/find/parks-list-screen.tsx'))
const FindScreen = lazyScreen(() => import('../screens/find/find-screen.tsx'))
const ScanScreen = lazyScreen(() => import('../screens/scan/scan-screen.tsx'))
const CheckoutScreen = lazyScreen(() => import('../screens/checkout/checkout-screen.tsx'))
const BookingsScreen = lazyScreen(() => import('../screens/bookings/bookings-screen.tsx'))
const BookingScreen = lazyScreen(() => import('../screens/booking/booking-screen.tsx'))
const PassScreen = lazyScreen(() => import('../screens/pass/pass-screen.tsx'))
const WalletScreen = lazyScreen(() => import('../screens/wallet/wallet-screen.tsx'))
const AddFundsScreen = lazyScreen(() => import('../screens/wallet/add-funds-screen.tsx'))
const PaymentScreen = lazyScreen(() => import('../screens/checkout/payment-screen.tsx'))
const PaymentResultScreen = lazyScreen(() => import('../screens/payment/payment-result-screen.tsx'))
const BookingSuccessScreen = lazyScreen(() => import('../screens/payment/booking-success-screen.tsx'))
const ProfileScreen = lazyScreen(() => import('../screens/profile/profile-screen.tsx'))
const ActivityScreen = lazyScreen(() => import('../screens/activity/activity-screen.tsx'))
const LoginScreen = lazyScreen(() => import('../screens/auth/sign-in-screen.tsx'))
const RegisterScreen = lazyScreen(() => import('../screens/auth/register-screen.tsx'))
const VerifyScreen = lazyScreen(() => import('../screens/auth/verify-screen.tsx'))
const ForgotPasswordScreen = lazyScreen(() => import('../screens/auth/forgot-password-screen.tsx'))
/** No skeleton of its own: the previous page, or the shell, stays until the route table has loaded. */
const MoreRoutes = lazyScreen(() => import('./more-routes.tsx'))
const CheckScreen = lazyScreen(() => import('../screens/check/check-screen.tsx'), checkSheet)
const PagesScreen = lazyScreen(() => import('../screens/pages/pages-screen.tsx'))

/** Parts that an address shows and that are not in the first files. */
const PARTS: ReadonlyArray<readonly [pattern: string, parts: ReadonlyArray<{ preload: () => Promise<unknown> }>]> = [
  [routes.home.pattern, [...homeParts, HeaderAccount]],
  [routes.pass.pattern, [PassScreen]],
  [routes.check.pattern, [CheckScreen]],
  [routes.booking.pattern, [AccountGate, HeaderAccount, BookingScreen, RunningBar]],
  [routes.bookings.pattern, [AccountGate, HeaderAccount, BookingsScreen, RunningBar]],
  [routes.wallet.pattern, [AccountGate, HeaderAccount, WalletScreen, RunningBar]],
]

/**
 * Loads the code of an address before the first render, so that the page does not appear in two steps. A part that
 * fails to load is reported where it is rendered; the rest of the page is unaffected.
 */
export const preloadRoute = (pathname: string): Promise<unknown> =>
  Promise.allSettled(
    PARTS.filter(([pattern]) => matchPath(pattern, pathname) !== null)
      .flatMap(([, parts]) => parts)
      .map((part) => part.preload()),
  )

const inFrame = (failure: ReactNode) => <Frame header="B">{failure}</Frame>

/**
 * Routes for the most used addresses; all others are in a table of their own. Home is in the first files, every other
 * screen is a chunk.
 */
export function AppRoutes() {
  // Rendered once per language: memoising each route would only add bytes to the first page.
  'use no memo'
  const { t, i18n } = useLingui()
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        {page(routes.home.pattern, <HomeScreen />)}
        {page(routes.parksList.pattern, <FindListScreen />, t`Find Parking`)}
      </Route>
      <Route element={<PublicLayout narrow />}>
        {TEXT_PAGES.map(({ path, name, title }) => page(path, <PagesScreen page={name} />, i18n._(title)))}
      </Route>
      <Route element={<SearchLayout />}>{page(routes.search.pattern, <FindScreen />, t`Find Parking`)}</Route>
      <Route element={<TaskLayout />}>
        {page(routes.park.pattern, <ParkPlace />, t`Car park`)}
        <Route path={routes.bookPark.pattern} element={<BookingAlias />} />
        {page(routes.scan.pattern, <ScanScreen />, t`Scan a sign`)}
        {page(routes.checkout.pattern, <CheckoutScreen />, t`Checkout`)}
        {page(routes.payment.pattern, <PaymentScreen />, t`Payment`)}
        {page(routes.paymentSuccess.pattern, <PaymentResultScreen />, t`Payment`)}
        {page(routes.bookingSuccess.pattern, <BookingSuccessScreen />, t`Booked`)}
      </Route>
      <Route element={<AccountLayout />}>
        {page(routes.bookings.pattern, <BookingsScreen />, t`My Bookings`)}
        {page(routes.booking.pattern, <BookingScreen />, t`Booking`)}
        {page(routes.wallet.pattern, <WalletScreen />, t`Wallet`)}
        {page(routes.addFunds.pattern, <AddFundsScreen />, t`Top up`)}
        {page(routes.profile.pattern, <ProfileScreen />, t`Profile`)}
      </Route>
      <Route element={<ActivityLayout />}>{page(routes.activity.pattern, <ActivityScreen />, t`Activity`)}</Route>
      <Route element={<PassLayout />}>
        {page(routes.pass.pattern, <PassScreen />, t`Pass`)}
        {page(routes.check.pattern, <CheckScreen />, t`Check passes`)}
      </Route>
      <Route element={<AuthLayout />}>
        {page(routes.login.pattern, <LoginScreen />, t`Sign in`)}
        {page(routes.register.pattern, <RegisterScreen />, t`Create an account`)}
        {page(routes.verify.pattern, <VerifyScreen />, t`Verify your email`)}
        {page(routes.forgotPassword.pattern, <ForgotPasswordScreen />, t`Forgot password`)}
      </Route>
      <Route
        path="*"
        element={
          <ErrorBoundary around={inFrame}>
            <MoreRoutes />
          </ErrorBoundary>
        }
      />
    </Routes>
  )
}

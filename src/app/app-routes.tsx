import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { matchPath, Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { PARKING_TYPES, routes } from '../config/routes.ts'
import checkSheet from '../screens/check?sheet'
import eventsSheet from '../screens/events?sheet'
import documentsSheet from '../screens/documents?sheet'
import marketplaceSheet from '../screens/marketplace?sheet'
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
import { lazyScreen } from './lazy-screen.ts'
import { HeaderAccount } from './site-header.tsx'
import { RunningBar } from './app-bottom-bar.tsx'
import { Page } from './page.tsx'
import { BookingAlias, ParkPlace } from './park-place.tsx'
import { TEXT_PAGES } from './text-pages.ts'

const FindListScreen = lazyScreen(() => import('../screens/find/parks-list-screen.tsx'))
const FindScreen = lazyScreen(() => import('../screens/find/find-screen.tsx'))
const ScanScreen = lazyScreen(() => import('../screens/scan/scan-screen.tsx'))
const CheckoutScreen = lazyScreen(() => import('../screens/checkout/checkout-screen.tsx'))
const EventCheckoutScreen = lazyScreen(() => import('../screens/checkout/event-checkout-screen.tsx'))
const EventsScreen = lazyScreen(() => import('../screens/events/events-screen.tsx'), eventsSheet)
const EventScreen = lazyScreen(() => import('../screens/events/event-screen.tsx'), eventsSheet)
const PrivateEventScreen = lazyScreen(() => import('../screens/events/private-event-screen.tsx'), eventsSheet)
const MarketplacePages = lazyScreen(() => import('../screens/marketplace/marketplace-pages.tsx'), marketplaceSheet)
const DocumentsScreen = lazyScreen(() => import('../screens/documents/documents-screen.tsx'), documentsSheet)
const BookingsScreen = lazyScreen(() => import('../screens/bookings/bookings-screen.tsx'))
const BookingScreen = lazyScreen(() => import('../screens/booking/booking-screen.tsx'))
const PassScreen = lazyScreen(() => import('../screens/pass/pass-screen.tsx'))
const ProofScreen = lazyScreen(() => import('../screens/pass/proof-screen.tsx'))
const WalletScreen = lazyScreen(() => import('../screens/wallet/wallet-screen.tsx'))
const AddFundsScreen = lazyScreen(() => import('../screens/wallet/add-funds-screen.tsx'))
const ReceiptScreen = lazyScreen(() => import('../screens/wallet/receipt-screen.tsx'))
const ReferralScreen = lazyScreen(() => import('../screens/wallet/referral-screen.tsx'))
const GiftsScreen = lazyScreen(() => import('../screens/wallet/gifts-screen.tsx'))
const WithdrawScreen = lazyScreen(() => import('../screens/wallet/withdraw-screen.tsx'))
const PaymentScreen = lazyScreen(() => import('../screens/checkout/payment-screen.tsx'))
const PaymentResultScreen = lazyScreen(() => import('../screens/payment/payment-result-screen.tsx'))
const BookingSuccessScreen = lazyScreen(() => import('../screens/payment/booking-success-screen.tsx'))
const ProfileScreen = lazyScreen(() => import('../screens/profile/profile-screen.tsx'))
const RegionsScreen = lazyScreen(() => import('../screens/regions/regions-screen.tsx'))
const ActivityScreen = lazyScreen(() => import('../screens/activity/activity-screen.tsx'))
const LoginScreen = lazyScreen(() => import('../screens/auth/sign-in-screen.tsx'))
const RegisterScreen = lazyScreen(() => import('../screens/auth/register-screen.tsx'))
const VerifyScreen = lazyScreen(() => import('../screens/auth/verify-screen.tsx'))
const ForgotPasswordScreen = lazyScreen(() => import('../screens/auth/forgot-password-screen.tsx'))
const CheckScreen = lazyScreen(() => import('../screens/check/check-screen.tsx'), checkSheet)
const PagesScreen = lazyScreen(() => import('../screens/pages/pages-screen.tsx'))
const BookDemoScreen = lazyScreen(() => import('../screens/pages/book-demo-screen.tsx'))
const BlogScreen = lazyScreen(() => import('../screens/pages/blog-screen.tsx'))
const PostScreen = lazyScreen(() => import('../screens/pages/post-screen.tsx'))
const AccessDeniedScreen = lazyScreen(() => import('../screens/not-found/access-denied-screen.tsx'))
const NotFoundScreen = lazyScreen(() => import('../screens/not-found/not-found-screen.tsx'))

/** What an address shows besides the first bytes. */
const PARTS: ReadonlyArray<readonly [pattern: string, parts: ReadonlyArray<{ preload: () => Promise<unknown> }>]> = [
  [routes.home.pattern, [...homeParts, HeaderAccount]],
  [routes.pass.pattern, [PassScreen]],
  [routes.check.pattern, [CheckScreen]],
  [routes.booking.pattern, [AccountGate, HeaderAccount, BookingScreen, RunningBar]],
  [routes.bookings.pattern, [AccountGate, HeaderAccount, BookingsScreen, RunningBar]],
  [routes.wallet.pattern, [AccountGate, HeaderAccount, WalletScreen, RunningBar]],
]

/**
 * Loads the code of an address before the first render, so that nothing is shown in two steps. A part that cannot be loaded
 * is met again, and told, where it is drawn: the rest of the page stands.
 */
export const preloadRoute = (pathname: string): Promise<unknown> =>
  Promise.allSettled(
    PARTS.filter(([pattern]) => matchPath(pattern, pathname) !== null)
      .flatMap(([, parts]) => parts)
      .map((part) => part.preload()),
  )

/** Another address of the same page; what was asked for stays. */
function Alias({ to }: { readonly to: string }) {
  const { search } = useLocation()
  return <Navigate to={to + search} replace />
}

/** A plain call, not a component: the router reads its children's types. */
const page = (path: string, screen: ReactNode, title?: string) => (
  <Route key={path} path={path} element={<Page {...(title === undefined ? {} : { title })}>{screen}</Page>} />
)

/** One kind of car park at its two addresses. */
const parkingType = (name: string, to: string) =>
  [`/${name}`, `/parking-types/${name}`].map((path) => (
    <Route key={path} path={path} element={<Navigate to={to} replace />} />
  ))

/** Every address of the app. Home is in the first bytes, each other screen is a chunk. */
export function AppRoutes() {
  // Drawn once a language: remembering each route would only be bytes of the first page.
  'use no memo'
  const { t, i18n } = useLingui()
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        {page(routes.home.pattern, <HomeScreen />)}
        <Route path={routes.homeAlias.pattern} element={<Alias to={routes.home.href()} />} />
        {page(routes.parksList.pattern, <FindListScreen />, t`Find Parking`)}
        {PARKING_TYPES.flatMap((kind) => parkingType(`${kind}-parking`, routes.parksList.href({ kind })))}
        {parkingType('city-parking', routes.parksList.href())}
        {page(routes.events.pattern, <EventsScreen />, t`Events`)}
        {page(routes.marketplace.pattern, <MarketplacePages page="marketplace" />, t`Marketplace`)}
        {page(routes.accessDenied.pattern, <AccessDeniedScreen />, t`Access Denied`)}
        {page('*', <NotFoundScreen />, t`Page not found`)}
      </Route>
      <Route element={<PublicLayout narrow />}>
        {TEXT_PAGES.map(({ path, name, title }) => page(path, <PagesScreen page={name} />, i18n._(title)))}
        {page(routes.bookDemo.pattern, <BookDemoScreen />, t`Book a demo`)}
        {page(routes.blog.pattern, <BlogScreen />, t`Blog`)}
        {page(routes.post.pattern, <PostScreen />, t`Blog`)}
      </Route>
      <Route element={<SearchLayout />}>{page(routes.search.pattern, <FindScreen />, t`Find Parking`)}</Route>
      <Route element={<TaskLayout />}>
        {page(routes.park.pattern, <ParkPlace />, t`Car park`)}
        <Route path={routes.bookPark.pattern} element={<BookingAlias />} />
        {page(routes.scan.pattern, <ScanScreen />, t`Scan a sign`)}
        {page(routes.checkout.pattern, <CheckoutScreen />, t`Checkout`)}
        {page(routes.event.pattern, <EventScreen />, t`Event`)}
        {page(routes.bookEvent.pattern, <EventCheckoutScreen />, t`Checkout`)}
        {page(routes.privateEvent.pattern, <PrivateEventScreen />, t`Private event`)}
        {page(routes.product.pattern, <MarketplacePages page="product" />, t`Marketplace`)}
        {page(routes.plans.pattern, <MarketplacePages page="plans" />, t`Plans`)}
        {page(routes.cart.pattern, <MarketplacePages page="cart" />, t`Cart`)}
        {page(routes.vehicleDocs.pattern, <DocumentsScreen />, t`Vehicle documents`)}
        {page(routes.payment.pattern, <PaymentScreen />, t`Payment`)}
        {page(routes.paymentSuccess.pattern, <PaymentResultScreen />, t`Payment`)}
        <Route path={routes.paymentSuccessAlias.pattern} element={<Alias to={routes.paymentSuccess.pattern} />} />
        {page(routes.bookingSuccess.pattern, <BookingSuccessScreen />, t`Booked`)}
      </Route>
      <Route element={<AccountLayout />}>
        {page(routes.bookings.pattern, <BookingsScreen />, t`My Bookings`)}
        {page(routes.booking.pattern, <BookingScreen />, t`Booking`)}
        {page(routes.wallet.pattern, <WalletScreen />, t`Wallet`)}
        {page(routes.addFunds.pattern, <AddFundsScreen />, t`Top up`)}
        {page(routes.withdraw.pattern, <WithdrawScreen />, t`Withdraw`)}
        {page(routes.referral.pattern, <ReferralScreen />, t`Referral`)}
        {page(routes.gifts.pattern, <GiftsScreen />, t`Gifts`)}
        {page(routes.receipt.pattern, <ReceiptScreen />, t`Receipt`)}
        {page(routes.walletCallback.pattern, <PaymentResultScreen />, t`Top-up`)}
        {page(routes.orders.pattern, <MarketplacePages page="orders" />, t`My orders`)}
        {page(routes.order.pattern, <MarketplacePages page="order" />, t`Order`)}
        {page(routes.profile.pattern, <ProfileScreen />, t`Profile`)}
      </Route>
      <Route element={<ActivityLayout />}>
        {page(routes.activity.pattern, <ActivityScreen />, t`Activity`)}
        {page(routes.regions.pattern, <RegionsScreen />, t`Regions on this phone`)}
      </Route>
      <Route element={<PassLayout />}>
        {page(routes.pass.pattern, <PassScreen />, t`Pass`)}
        {page(routes.proof.pattern, <ProofScreen />, t`Proof of payment`)}
        {page(routes.check.pattern, <CheckScreen />, t`Check passes`)}
      </Route>
      <Route element={<AuthLayout />}>
        {page(routes.login.pattern, <LoginScreen />, t`Sign in`)}
        {page(routes.register.pattern, <RegisterScreen />, t`Create an account`)}
        <Route path={routes.registerAlias.pattern} element={<Alias to={routes.register.href()} />} />
        {page(routes.verify.pattern, <VerifyScreen />, t`Verify your email`)}
        {page(routes.forgotPassword.pattern, <ForgotPasswordScreen />, t`Forgot password`)}
        <Route path={routes.forgotPasswordAlias.pattern} element={<Alias to={routes.forgotPassword.href()} />} />
      </Route>
    </Routes>
  )
}

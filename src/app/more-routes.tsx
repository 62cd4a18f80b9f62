import { useLingui } from '@lingui/react/macro'
import { Navigate, Route, Routes, useLocation } from 'react-router-dom'
import { moreRoutes } from '../config/more-routes.ts'
import { routes } from '../config/routes.ts'
import articlesSheet from '../screens/articles?sheet'
import chargingSheet from '../screens/charging?sheet'
import documentsSheet from '../screens/documents?sheet'
import eventsSheet from '../screens/events?sheet'
import operatorSheet from '../screens/operator?sheet'
import marketplaceSheet from '../screens/marketplace?sheet'
import { AccountLayout, ActivityLayout, AuthLayout, PassLayout, PublicLayout, TaskLayout } from './layouts.tsx'
import { lazyScreen } from './lazy-screen.ts'
import { page } from './page.tsx'

const EventCheckoutScreen = lazyScreen(() => import('../screens/checkout/event-checkout-screen.tsx'))
const EventsScreen = lazyScreen(() => import('../screens/events/events-screen.tsx'), eventsSheet)
const EventScreen = lazyScreen(() => import('../screens/events/event-screen.tsx'), eventsSheet)
const PrivateEventScreen = lazyScreen(() => import('../screens/events/private-event-screen.tsx'), eventsSheet)
const MarketplacePages = lazyScreen(() => import('../screens/marketplace/marketplace-pages.tsx'), marketplaceSheet)
const DocumentsScreen = lazyScreen(() => import('../screens/documents/documents-screen.tsx'), documentsSheet)
const ProofScreen = lazyScreen(() => import('../screens/pass/proof-screen.tsx'))
const ReceiptScreen = lazyScreen(() => import('../screens/wallet/receipt-screen.tsx'))
const ReferralScreen = lazyScreen(() => import('../screens/wallet/referral-screen.tsx'))
const GiftsScreen = lazyScreen(() => import('../screens/wallet/gifts-screen.tsx'))
const WithdrawScreen = lazyScreen(() => import('../screens/wallet/withdraw-screen.tsx'))
const PaymentResultScreen = lazyScreen(() => import('../screens/payment/payment-result-screen.tsx'))
const RegionsScreen = lazyScreen(() => import('../screens/regions/regions-screen.tsx'))
const OperatorScreen = lazyScreen(() => import('../screens/operator/operator-screen.tsx'), operatorSheet)
const ChargingScreen = lazyScreen(() => import('../screens/charging/charging-screen.tsx'), chargingSheet)
const RentOutScreen = lazyScreen(() => import('../screens/charging/rent-out-screen.tsx'), chargingSheet)
const BusinessScreen = lazyScreen(() => import('../screens/wallet/business-screen.tsx'))
const ManagementScreen = lazyScreen(() => import('../screens/pages/management-screen.tsx'))
const BookDemoScreen = lazyScreen(() => import('../screens/pages/book-demo-screen.tsx'))
const BlogScreen = lazyScreen(() => import('../screens/articles/blog-screen.tsx'), articlesSheet)
const PostScreen = lazyScreen(() => import('../screens/articles/post-screen.tsx'), articlesSheet)
const HelpArticleScreen = lazyScreen(() => import('../screens/articles/help-article-screen.tsx'), articlesSheet)
const ParkingTypeScreen = lazyScreen(() => import('../screens/articles/parking-type-screen.tsx'), articlesSheet)
const AccessDeniedScreen = lazyScreen(() => import('../screens/not-found/access-denied-screen.tsx'))
const NotFoundScreen = lazyScreen(() => import('../screens/not-found/not-found-screen.tsx'))

/** Redirects from another address of the same page; the query is kept. */
function Alias({ to }: { readonly to: string }) {
  const { search } = useLocation()
  return <Navigate to={to + search} replace />
}

/** Help articles and pages about Baywise. */
const ARTICLES = [
  moreRoutes.helpArticle.pattern,
  moreRoutes.getStarted.pattern,
  moreRoutes.howItWorks.pattern,
  moreRoutes.affiliates.pattern,
  moreRoutes.careers.pattern,
  moreRoutes.mediaCoverage.pattern,
]

/** Returns the routes for both addresses of one kind of place. */
const parkingType = (kind: 'airport' | 'stadium' | 'station' | 'city', title: string) =>
  [`/${kind}-parking`, `/parking-types/${kind}-parking`].map((path) =>
    page(path, <ParkingTypeScreen key={kind} kind={kind} />, title),
  )

/**
 * Every address that app-routes.tsx does not have: pages that a first screen does not need, and the not-found page. To
 * add a page: put its pattern into `moreRoutes`, or into `routes` if the frame or home links to it; put its screen
 * here, in its own chunk, and name that chunk in src/lib/kept-files.ts if it must not be installed with the app.
 */
export default function MoreRoutes() {
  'use no memo'
  const { t } = useLingui()
  return (
    <Routes>
      <Route element={<PublicLayout />}>
        <Route path={moreRoutes.homeAlias.pattern} element={<Alias to={routes.home.href()} />} />
        {page(routes.events.pattern, <EventsScreen />, t`Events`)}
        {page(routes.marketplace.pattern, <MarketplacePages page="marketplace" />, t`Marketplace`)}
        {page(moreRoutes.operator.pattern, <OperatorScreen />, t`Car park console`)}
        {page(moreRoutes.accessDenied.pattern, <AccessDeniedScreen />, t`Access Denied`)}
        {page('*', <NotFoundScreen />, t`Page not found`)}
      </Route>
      <Route element={<PublicLayout narrow />}>
        {page(moreRoutes.management.pattern, <ManagementScreen />, t`Manage your car park`)}
        {page(routes.charging.pattern, <ChargingScreen />, t`EV charging`)}
        {page(moreRoutes.rentOutCharger.pattern, <RentOutScreen topic="charger" />, t`Rent out your charger`)}
        {page(routes.rentOutSpace.pattern, <RentOutScreen topic="space" />, t`Rent out your space`)}
        {page(routes.business.pattern, <BusinessScreen />, t`Business accounts`)}
        {page(moreRoutes.bookDemo.pattern, <BookDemoScreen />, t`Book a demo`)}
        {page(routes.blog.pattern, <BlogScreen />, t`Blog`)}
        {parkingType('airport', t`Airport parking`)}
        {parkingType('stadium', t`Stadium parking`)}
        {parkingType('station', t`Station parking`)}
        {parkingType('city', t`City parking`)}
        {ARTICLES.map((path) => page(path, <HelpArticleScreen />, t`Help`))}
        {page(moreRoutes.post.pattern, <PostScreen />, t`Blog`)}
      </Route>
      <Route element={<TaskLayout />}>
        {page(moreRoutes.event.pattern, <EventScreen />, t`Event`)}
        {page(moreRoutes.bookEvent.pattern, <EventCheckoutScreen />, t`Checkout`)}
        {page(moreRoutes.privateEvent.pattern, <PrivateEventScreen />, t`Private event`)}
        {page(moreRoutes.product.pattern, <MarketplacePages page="product" />, t`Marketplace`)}
        {page(routes.plans.pattern, <MarketplacePages page="plans" />, t`Plans`)}
        {page(moreRoutes.cart.pattern, <MarketplacePages page="cart" />, t`Cart`)}
        {page(routes.vehicleDocs.pattern, <DocumentsScreen />, t`Vehicle documents`)}
        <Route path={moreRoutes.paymentSuccessAlias.pattern} element={<Alias to={routes.paymentSuccess.pattern} />} />
      </Route>
      <Route element={<AccountLayout />}>
        {page(moreRoutes.withdraw.pattern, <WithdrawScreen />, t`Withdraw`)}
        {page(moreRoutes.referral.pattern, <ReferralScreen />, t`Referral`)}
        {page(moreRoutes.gifts.pattern, <GiftsScreen />, t`Gifts`)}
        {page(moreRoutes.receipt.pattern, <ReceiptScreen />, t`Receipt`)}
        {page(moreRoutes.walletCallback.pattern, <PaymentResultScreen />, t`Top-up`)}
        {page(routes.orders.pattern, <MarketplacePages page="orders" />, t`My orders`)}
        {page(moreRoutes.order.pattern, <MarketplacePages page="order" />, t`Order`)}
      </Route>
      <Route element={<ActivityLayout />}>
        {page(moreRoutes.regions.pattern, <RegionsScreen />, t`Regions on this phone`)}
      </Route>
      <Route element={<PassLayout />}>{page(moreRoutes.proof.pattern, <ProofScreen />, t`Proof of payment`)}</Route>
      <Route element={<AuthLayout />}>
        <Route path={moreRoutes.registerAlias.pattern} element={<Alias to={routes.register.href()} />} />
        <Route path={moreRoutes.forgotPasswordAlias.pattern} element={<Alias to={routes.forgotPassword.href()} />} />
      </Route>
    </Routes>
  )
}

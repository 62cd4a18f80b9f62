import { type Context, Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { SCAN_MAX_BYTES } from '../src/domain/vehicle-documents.ts'
import type { ProviderDeps } from './services/deps.ts'
import type { AppEnv } from './http/app-env.ts'
import { drainBody } from './http/drain-body.ts'
import { handleError } from './routes/guards/handle-error.ts'
import { answerKnownRequests } from './routes/guards/known-requests.ts'
import { createMetrics, type Metrics } from './http/metrics.ts'
import { observeRequests } from './http/observe.ts'
import { problem } from './http/problem.ts'
import { rateLimit } from './http/rate-limit.ts'
import { requestContext } from './http/request-context.ts'
import { securityHeaders } from './http/security-headers.ts'
import { networkOf } from './rules/client-network.ts'
import { findClient, networksHolding } from './rules/trusted-networks.ts'
import { accountDataRoutes } from './routes/account-data.ts'
import { accountEmailRoutes } from './routes/account-email.ts'
import { accountPasswordRoutes } from './routes/account-password.ts'
import { authRoutes } from './routes/auth.ts'
import { blogRoutes } from './routes/blog.ts'
import { checkInRoutes } from './routes/check-ins.ts'
import { documentRoutes, isScanUpload } from './routes/vehicle-documents.ts'
import { contactRoutes } from './routes/contact.ts'
import { consoleRoutes } from './routes/console.ts'
import { companyRoutes } from './routes/companies.ts'
import { countryRoutes } from './routes/countries.ts'
import { dayListRoutes } from './routes/day-lists.ts'
import { eventRoutes } from './routes/events.ts'
import { guestRoutes } from './routes/guests.ts'
import { freeSpaceRoutes } from './routes/free-spaces.ts'
import { geoRoutes } from './routes/geo.ts'
import { bookingChangeRoutes } from './routes/booking-changes.ts'
import { bookingRoutes } from './routes/bookings.ts'
import { favouriteRoutes } from './routes/favourites.ts'
import { feeRoutes } from './routes/fees.ts'
import { healthRoutes } from './routes/health.ts'
import { parkPhotoRoutes, photoFileRoutes } from './routes/park-photos.ts'
import { parkProblemRoutes } from './routes/park-problems.ts'
import { reviewRoutes } from './routes/reviews.ts'
import { packRoutes } from './routes/packs.ts'
import { operatorClosureRoutes } from './routes/operator/closures.ts'
import { operatorLeewayRoutes } from './routes/operator/leeway.ts'
import { operatorParkRoutes } from './routes/operator/parks.ts'
import { operatorTariffRoutes } from './routes/operator/tariffs.ts'
import { operatorCouponRoutes } from './routes/operator/coupons.ts'
import { operatorDayRoutes } from './routes/operator/day.ts'
import { operatorDocumentRoutes } from './routes/operator/documents.ts'
import { operatorEventRoutes } from './routes/operator/events.ts'
import { operatorGiftRoutes } from './routes/operator/gifts.ts'
import { operatorMemberRoutes } from './routes/operator/members.ts'
import { operatorKeyRoutes } from './routes/operator/keys.ts'
import { operatorOrderRoutes } from './routes/operator/orders.ts'
import { isPhotoUpload, operatorPhotoRoutes } from './routes/operator/photos.ts'
import { operatorPlanRoutes } from './routes/operator/plans.ts'
import { operatorProductRoutes } from './routes/operator/products.ts'
import { operatorReferralRoutes } from './routes/operator/referrals.ts'
import { operatorRequestRoutes } from './routes/operator/requests.ts'
import { operatorReviewRoutes } from './routes/operator/reviews.ts'
import { operatorMoneyRoutes } from './routes/operator/money.ts'
import { actFactorRoutes } from './routes/operator/money-factor.ts'
import { operatorStaffRoutes } from './routes/operator/staff.ts'
import { operatorStatementRoutes } from './routes/operator/statements.ts'
import { parkRoutes } from './routes/parks.ts'
import { marketplaceRoutes } from './routes/marketplace.ts'
import { giftRoutes } from './routes/gifts.ts'
import { planRoutes } from './routes/plans.ts'
import { referralRoutes } from './routes/referrals.ts'
import { orderRoutes } from './routes/orders.ts'
import { openapiRoutes } from './routes/openapi.ts'
import { pairingRoutes } from './routes/pairing.ts'
import { passKeyRoutes, wellKnownRoutes } from './routes/pass-keys.ts'
import { paymentIntentRoutes, paymentRoutes } from './routes/payments.ts'
import { profileRoutes } from './routes/profile.ts'
import { autoTopUpRoutes } from './routes/payments-auto-top-up.ts'
import { moneyFactorRoutes } from './routes/money-factor.ts'
import { withdrawalRoutes } from './routes/payments-withdrawals.ts'
import { proofRoutes } from './routes/proofs.ts'
import { pushRoutes } from './routes/push.ts'
import { receiptRoutes } from './routes/receipts.ts'
import { requestRoutes } from './routes/requests.ts'
import { sandboxGatewayRoutes } from './routes/sandbox-gateway.ts'
import { sandboxMailRoutes } from './routes/sandbox-mail.ts'
import { statementRoutes } from './routes/statements.ts'
import { stateRoutes } from './routes/states.ts'
import { staticRoutes } from './routes/static.ts'
import { telemetryRoutes } from './routes/telemetry.ts'
import { tileFileRoutes, tileRoutes } from './routes/tiles.ts'
import { typicalHoursRoutes } from './routes/typical-hours.ts'
import { vehicleRoutes } from './routes/vehicles.ts'
import { publicVehicleRoutes } from './routes/vehicles-public.ts'
import { walletRoutes } from './routes/wallet.ts'
import { walletTopUpRoutes } from './routes/wallet-topups.ts'
import { webhookRoutes } from './routes/webhooks.ts'

const MAXIMUM_BODY_BYTES = 256 * 1024

/** One line per route group, in matching order; each has its own file. */
const API_ROUTES: ReadonlyArray<(deps: ProviderDeps) => Hono<AppEnv>> = [
  authRoutes,
  guestRoutes,
  profileRoutes,
  accountEmailRoutes,
  accountPasswordRoutes,
  accountDataRoutes,
  countryRoutes,
  stateRoutes,
  geoRoutes,
  publicVehicleRoutes,
  vehicleRoutes,
  favouriteRoutes,
  parkRoutes,
  packRoutes,
  freeSpaceRoutes,
  parkPhotoRoutes,
  parkProblemRoutes,
  reviewRoutes,
  contactRoutes,
  typicalHoursRoutes,
  eventRoutes,
  marketplaceRoutes,
  orderRoutes,
  giftRoutes,
  companyRoutes,
  documentRoutes,
  planRoutes,
  referralRoutes,
  bookingRoutes,
  bookingChangeRoutes,
  walletRoutes,
  walletTopUpRoutes,
  paymentRoutes,
  webhookRoutes,
  withdrawalRoutes,
  moneyFactorRoutes,
  autoTopUpRoutes,
  receiptRoutes,
  statementRoutes,
  feeRoutes,
  blogRoutes,
  passKeyRoutes,
  pairingRoutes,
  dayListRoutes,
  checkInRoutes,
  pushRoutes,
  proofRoutes,
  requestRoutes,
  consoleRoutes,
  operatorKeyRoutes,
  operatorMemberRoutes,
  operatorEventRoutes,
  operatorProductRoutes,
  operatorCouponRoutes,
  operatorOrderRoutes,
  operatorPlanRoutes,
  operatorDocumentRoutes,
  operatorReferralRoutes,
  operatorGiftRoutes,
  operatorParkRoutes,
  operatorPhotoRoutes,
  operatorClosureRoutes,
  operatorTariffRoutes,
  operatorLeewayRoutes,
  operatorRequestRoutes,
  operatorReviewRoutes,
  operatorDayRoutes,
  operatorStatementRoutes,
  operatorStaffRoutes,
  operatorMoneyRoutes,
  actFactorRoutes,
  telemetryRoutes,
  tileRoutes,
]

/**
 * Builds the whole provider as a function from request to answer. It opens nothing and listens nowhere. `isStopping`
 * tells whether it is about to shut down.
 */
export function buildApp(
  deps: ProviderDeps,
  isStopping: () => boolean = () => false,
  metrics: Metrics = createMetrics(),
): Hono<AppEnv> {
  const app = new Hono<AppEnv>()
  app.use(drainBody())
  app.use(observeRequests({ metrics, log: deps.log }))
  const isTrusted = networksHolding(deps.config.trustedProxies)
  app.use(requestContext({ findClient: (seen) => findClient(seen, isTrusted), clock: deps.clock }))
  const hasSocial = deps.config.social !== null
  app.use(securityHeaders({ isHttps: deps.config.publicUrl.startsWith('https://'), hasSocial }))
  const limitTo = (maxSize: number) => bodyLimit({ maxSize, onError: (c) => problem(c, 'payload_too_large') })
  const [limit, limitPicture] = [limitTo(MAXIMUM_BODY_BYTES), limitTo(SCAN_MAX_BYTES)]
  // The body of a GET is never read; checking its size would make Hono build a full `Request`.
  const limitOf = (c: Context<AppEnv>) => (isScanUpload(c) || isPhotoUpload(c) ? limitPicture : limit)
  app.use((c, next) => (c.req.method === 'GET' || c.req.method === 'HEAD' ? next() : limitOf(c)(c, next)))
  app.use('/api/*', answerKnownRequests(deps))
  app.use(
    '/api/*',
    rateLimit({
      perMinute: deps.config.requestsPerMinute.perAddress,
      clock: deps.clock,
      keyOf: (c) => networkOf(c.get('address')),
    }),
  )
  app.route('/', healthRoutes(deps, { metrics, isStopping }))
  for (const routes of API_ROUTES) app.route('/api/v1', routes(deps))
  app.route('/', wellKnownRoutes(deps))
  app.route('/', paymentIntentRoutes(deps))
  app.route('/', sandboxMailRoutes(deps))
  app.route('/', sandboxGatewayRoutes(deps))
  app.route('/', openapiRoutes(app))
  app.route('/', tileFileRoutes(deps))
  app.route('/', photoFileRoutes(deps))
  app.route('/', staticRoutes(deps))
  app.notFound((c) => problem(c, 'not_found'))
  app.onError(handleError(deps.log))
  return app
}

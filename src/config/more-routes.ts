import { PARAM, withQuery } from './routes.ts'

/**
 * Routes that the first screen does not need; src/app/more-routes.tsx is loaded when one of them opens. Routes that the
 * frame or home links to belong in `routes`.
 */
export const moreRoutes = {
  homeAlias: { pattern: '/home', href: () => '/home' },
  event: { pattern: '/event/:eventCode', href: (code: string) => `/event/${encodeURIComponent(code)}` },
  /** Checkout of a car park for an event's hours. */
  bookEvent: {
    pattern: '/booking/event/:eventCode',
    href: (code: string, parkCode: string) =>
      withQuery(`/booking/event/${encodeURIComponent(code)}`, { [PARAM.park]: parkCode }),
  },
  /** The access code is typed on the page and never put in the URL, because URLs are logged. */
  privateEvent: { pattern: '/private-event-access', href: () => '/private-event-access' },
  product: { pattern: '/marketplace/:id', href: (id: number) => `/marketplace/${String(id)}` },
  cart: { pattern: '/cart', href: () => '/cart' },
  order: { pattern: '/orders/:orderCode', href: (code: string) => `/orders/${encodeURIComponent(code)}` },
  /** Evidence for a dispute, on one printable page. */
  proof: {
    pattern: '/booking-details/:bookingCode/proof',
    href: (code: string) => `/booking-details/${encodeURIComponent(code)}/proof`,
  },
  /** Return address of a gateway after a top-up. */
  walletCallback: {
    pattern: '/wallet/callback',
    href: (reference: string) => withQuery('/wallet/callback', { [PARAM.paymentReference]: reference }),
  },
  withdraw: { pattern: '/wallet/withdraw', href: () => '/wallet/withdraw' },
  /** `code` is redeemed on opening; it stands after the hash, which no server sees. */
  gifts: { pattern: '/wallet/gifts', href: (code?: string) => `/wallet/gifts${code === undefined ? '' : `#${code}`}` },
  /** `code`: prefilled in the form. */
  referral: {
    pattern: '/wallet/referral',
    href: (code?: string) => withQuery('/wallet/referral', { [PARAM.referral]: code }),
  },
  receipt: {
    pattern: '/wallet/receipts/:number',
    href: (number: string) => `/wallet/receipts/${encodeURIComponent(number)}`,
  },
  paymentSuccessAlias: { pattern: '/payment-success', href: () => '/payment-success' },
  /** A country's data saved on this phone; works without an account. */
  regions: { pattern: '/profile/regions', href: () => '/profile/regions' },
  /** Target of the sign-in form's link. */
  registerAlias: {
    pattern: '/auth/register',
    href: (next?: string) => withQuery('/auth/register', { [PARAM.next]: next }),
  },
  /** Describes the operator console. */
  management: { pattern: '/car-park-management', href: () => '/car-park-management' },
  /** `section` of the console, and a car park's code. An invitation's code is in the fragment, which no server sees. */
  operator: {
    pattern: '/operator',
    href: (section?: string, park?: string) => withQuery('/operator', { [PARAM.shown]: section, [PARAM.park]: park }),
  },
  rentOutCharger: { pattern: '/rent-out-ev-charger', href: () => '/rent-out-ev-charger' },
  bookDemo: { pattern: '/book-demo', href: () => '/book-demo' },
  /** One help article. */
  helpArticle: { pattern: '/help/:slug', href: (slug: string) => `/help/${slug}` },
  getStarted: { pattern: '/get-started', href: () => '/get-started' },
  howItWorks: { pattern: '/how-justbaywise-works', href: () => '/how-justbaywise-works' },
  affiliates: { pattern: '/affiliates', href: () => '/affiliates' },
  careers: { pattern: '/careers', href: () => '/careers' },
  mediaCoverage: { pattern: '/media-coverage', href: () => '/media-coverage' },
  cityParking: { pattern: '/city-parking', href: () => '/city-parking' },
  post: { pattern: '/post/:id', href: (id: number) => `/post/${String(id)}` },
  accessDenied: { pattern: '/403', href: () => '/403' },
  forgotPasswordAlias: {
    pattern: '/auth/forgot-password',
    href: (next?: string) => withQuery('/auth/forgot-password', { [PARAM.next]: next }),
  },
} as const

import { PARAM, withQuery } from './routes.ts'

/**
 * Pages that the first screen need not know of: the table of these is loaded when one of them is opened (src/app/more-routes.tsx). A page
 * that the frame or home links to stands in `routes`.
 */
export const moreRoutes = {
  homeAlias: { pattern: '/home', href: () => '/home' },
  event: { pattern: '/event/:eventCode', href: (code: string) => `/event/${encodeURIComponent(code)}` },
  /** The checkout of a car park for the time of an event. */
  bookEvent: {
    pattern: '/booking/event/:eventCode',
    href: (code: string, parkCode: string) =>
      withQuery(`/booking/event/${encodeURIComponent(code)}`, { [PARAM.park]: parkCode }),
  },
  /** The access code is typed there and stands in no address: those are logged. */
  privateEvent: { pattern: '/private-event-access', href: () => '/private-event-access' },
  product: { pattern: '/marketplace/:id', href: (id: number) => `/marketplace/${String(id)}` },
  cart: { pattern: '/cart', href: () => '/cart' },
  order: { pattern: '/orders/:orderCode', href: (code: string) => `/orders/${encodeURIComponent(code)}` },
  /** What a driver may have to show in a dispute, on one page that prints. */
  proof: {
    pattern: '/booking-details/:bookingCode/proof',
    href: (code: string) => `/booking-details/${encodeURIComponent(code)}/proof`,
  },
  /** Where a gateway sends the driver back to after a top-up. */
  walletCallback: {
    pattern: '/wallet/callback',
    href: (reference: string) => withQuery('/wallet/callback', { [PARAM.paymentReference]: reference }),
  },
  withdraw: { pattern: '/wallet/withdraw', href: () => '/wallet/withdraw' },
  /** A code after the hash, which no server sees, is to be redeemed. */
  gifts: { pattern: '/wallet/gifts', href: (code?: string) => `/wallet/gifts${code === undefined ? '' : `#${code}`}` },
  /** `code`: to be entered. */
  referral: {
    pattern: '/wallet/referral',
    href: (code?: string) => withQuery('/wallet/referral', { [PARAM.referral]: code }),
  },
  receipt: {
    pattern: '/wallet/receipts/:number',
    href: (number: string) => `/wallet/receipts/${encodeURIComponent(number)}`,
  },
  paymentSuccessAlias: { pattern: '/payment-success', href: () => '/payment-success' },
  /** What the driver keeps of a country on this phone; without an account, too. */
  regions: { pattern: '/profile/regions', href: () => '/profile/regions' },
  /** What the sign-in form links to. */
  registerAlias: {
    pattern: '/auth/register',
    href: (next?: string) => withQuery('/auth/register', { [PARAM.next]: next }),
  },
  /** What the console of those who run car parks is. */
  management: { pattern: '/car-park-management', href: () => '/car-park-management' },
  /** `section` of it, and the code of a car park. The code of an invitation is in the fragment, which no server sees. */
  operator: {
    pattern: '/operator',
    href: (section?: string, park?: string) => withQuery('/operator', { [PARAM.shown]: section, [PARAM.park]: park }),
  },
  rentOutCharger: { pattern: '/rent-out-ev-charger', href: () => '/rent-out-ev-charger' },
  bookDemo: { pattern: '/book-demo', href: () => '/book-demo' },
  /** One article of the help. */
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

/** Every page of the app: the router's pattern beside the function that builds its URL. */

export interface SearchPlace {
  /** The typed text: a place, a park or a code. */
  readonly text?: string
  readonly lat?: number
  readonly lng?: number
}

export interface StayQuery {
  /** Epoch milliseconds. */
  readonly fromMs?: number
  readonly untilMs?: number
  /** 1 car, 2 motorcycle, 3 van, 4 truck or bus. */
  readonly vehicleTypeId?: number
}

export interface SearchQuery extends SearchPlace, StayQuery {}

/** URL parameter names, shared by the builder below and the screens that read them. */
export const PARAM = {
  text: 'search',
  lat: 'lat',
  lng: 'lng',
  from: 'from',
  until: 'until',
  vehicleType: 'vehicle_type_id',
  vehicle: 'vehicle',
  next: 'next',
  email: 'email',
  token: 'token',
  /** Minor units. */
  amount: 'amount',
  paymentReference: 'payment_reference',
  bookingCode: 'booking_code',
  shown: 'show',
  kind: 'kind',
  sort: 'sort',
  /** Comma-separated. */
  filters: 'filters',
  /** The referrer's code. */
  referral: 'ref',
  /** The kind of problem that a driver reports about a car park. */
  report: 'report',
  /** Code of a car park. */
  park: 'park',
} as const

/** Changes of a booking that a URL can open: `/booking-details/K7QM-4T2P?extend`. */
export const BOOKING_CHANGES = ['extend', 'shorten', 'move', 'plate', 'cancel', 'no-space'] as const
export type BookingChange = (typeof BOOKING_CHANGES)[number]

/** Kinds of car parks with a page of their own: `/airport-parking`, also under `/parking-types`. */
export const PARKING_TYPES = ['airport', 'stadium', 'station'] as const
export type ParkingType = (typeof PARKING_TYPES)[number]

/** 5 digits are about one metre. */
const DEGREE_DIGITS = 5

export const withQuery = (path: string, values: Readonly<Record<string, string | undefined>>): string => {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(values)) if (value !== undefined && value !== '') query.set(name, value)
  const text = query.toString()
  return text === '' ? path : `${path}?${text}`
}

const searchValues = (query: SearchQuery) => ({
  [PARAM.text]: query.text,
  [PARAM.lat]: query.lat?.toFixed(DEGREE_DIGITS),
  [PARAM.lng]: query.lng?.toFixed(DEGREE_DIGITS),
  ...stayValues(query),
})

const stayValues = (stay: StayQuery) => ({
  [PARAM.from]: stay.fromMs?.toString(),
  [PARAM.until]: stay.untilMs?.toString(),
  [PARAM.vehicleType]: stay.vehicleTypeId?.toString(),
})

export const routes = {
  home: { pattern: '/', href: () => '/' },
  /** Find Parking as a list. */
  parksList: {
    pattern: '/parks-list',
    href: ({ kind, ...query }: SearchQuery & { readonly kind?: ParkingType } = {}) =>
      withQuery('/parks-list', { ...searchValues(query), [PARAM.kind]: kind }),
  },
  /** Find Parking as a map with the sheet. */
  search: { pattern: '/search', href: (query: SearchQuery = {}) => withQuery('/search', searchValues(query)) },
  /** A slug opens the details; a park code opens the landing page of its QR sign. */
  park: {
    pattern: '/park/:slug',
    href: (slug: string, stay: StayQuery = {}) => withQuery(`/park/${encodeURIComponent(slug)}`, stayValues(stay)),
  },
  /** Checkout of a car park, by its code. */
  bookPark: {
    pattern: '/booking/:parkCode',
    href: (code: string) => `/booking/${encodeURIComponent(code)}`,
  },
  /** Also the return address of a gateway after a top-up of a company's wallet. */
  business: { pattern: '/business-accounts', href: () => '/business-accounts' },
  charging: { pattern: '/electric-vehicle-charging', href: () => '/electric-vehicle-charging' },
  rentOutSpace: { pattern: '/rent-out-space', href: () => '/rent-out-space' },
  events: { pattern: '/events', href: () => '/events' },
  marketplace: { pattern: '/marketplace', href: () => '/marketplace' },
  plans: { pattern: '/subscription-plans', href: () => '/subscription-plans' },
  orders: { pattern: '/orders', href: () => '/orders' },
  /** Scanner for the QR code of a car park's sign. */
  scan: { pattern: '/scan', href: () => '/scan' },
  checkout: {
    pattern: '/checkout/:slug',
    href: (slug: string, stay: StayQuery = {}) => withQuery(`/checkout/${encodeURIComponent(slug)}`, stayValues(stay)),
  },
  bookings: { pattern: '/bookings', href: () => '/bookings' },
  /** `change`: the dialog to open. */
  booking: {
    pattern: '/booking-details/:bookingCode',
    href: (code: string, change?: BookingChange) =>
      `/booking-details/${encodeURIComponent(code)}${change === undefined ? '' : `?${change}`}`,
  },
  pass: {
    pattern: '/booking-details/:bookingCode/pass',
    href: (code: string) => `/booking-details/${encodeURIComponent(code)}/pass`,
  },
  /** `shown`: the transactions to show. */
  wallet: { pattern: '/wallet', href: (shown?: string) => withQuery('/wallet', { [PARAM.shown]: shown }) },
  /** `amountMinor`: the prefilled amount, such as what a booking still needs. */
  addFunds: {
    pattern: '/wallet/add-funds',
    href: (amountMinor?: number) => withQuery('/wallet/add-funds', { [PARAM.amount]: amountMinor?.toString() }),
  },
  /** An open payment: time left, amount, and the link to the gateway. */
  payment: {
    pattern: '/payment',
    href: (reference: string) => withQuery('/payment', { [PARAM.paymentReference]: reference }),
  },
  /** Return address of a gateway after paying for a booking. */
  paymentSuccess: {
    pattern: '/payment/success',
    href: (reference: string) => withQuery('/payment/success', { [PARAM.paymentReference]: reference }),
  },
  bookingSuccess: {
    pattern: '/booking-success',
    href: (code: string) => withQuery('/booking-success', { [PARAM.bookingCode]: code }),
  },
  /** `shown`: the dialog to open. */
  profile: {
    pattern: '/profile',
    href: (shown?: 'passkeys') => withQuery('/profile', { [PARAM.shown]: shown }),
  },
  /** Commands that are waiting, refused or done. */
  activity: { pattern: '/activity', href: () => '/activity' },
  /** The attendant's check-in screen. A pairing's code is in the fragment: `domain/typed-code`. */
  check: { pattern: '/check', href: () => '/check' },
  login: { pattern: '/auth', href: (next?: string) => withQuery('/auth', { [PARAM.next]: next }) },
  /** `referral`: the referrer's code. */
  register: {
    pattern: '/register',
    href: (next?: string, referral?: string) =>
      withQuery('/register', { [PARAM.next]: next, [PARAM.referral]: referral }),
  },
  verify: {
    pattern: '/verify',
    href: (email?: string, next?: string) => withQuery('/verify', { [PARAM.email]: email, [PARAM.next]: next }),
  },
  forgotPassword: { pattern: '/forgot-password', href: () => '/forgot-password' },
  terms: { pattern: '/terms', href: () => '/terms' },
  privacy: { pattern: '/privacy-policy', href: () => '/privacy-policy' },
  cancellation: { pattern: '/cancellation-policy', href: () => '/cancellation-policy' },
  about: {
    pattern: '/about',
    href: (section?: 'owners' | 'licences') => `/about${section === undefined ? '' : `#${section}`}`,
  },
  help: { pattern: '/help', href: (section?: 'contact') => `/help${section === undefined ? '' : `#${section}`}` },
  /** Linked only when Nigeria is the chosen country. */
  vehicleDocs: { pattern: '/vehicle-docs-renewal', href: () => '/vehicle-docs-renewal' },
  airportParking: { pattern: '/airport-parking', href: () => '/airport-parking' },
  stadiumParking: { pattern: '/stadium-parking', href: () => '/stadium-parking' },
  stationParking: { pattern: '/station-parking', href: () => '/station-parking' },
  blog: { pattern: '/blog', href: () => '/blog' },
} as const

/**
 * Returns a path of this app that is safe to open after sign-in, or undefined for anything else. `//host` and `/\host`
 * would leave the app.
 */
export const toSafePath = (next: string | null): string | undefined =>
  next !== null && /^\/(?![/\\])/.test(next) ? next : undefined

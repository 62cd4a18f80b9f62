/** Every page of the app: the pattern the router matches beside the function that writes its address. */

export interface SearchPlace {
  /** What was typed: a place, a park or a code. */
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

/** Names of the parameters in addresses, shared by the writer below and by the screens that read them. */
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
  /** Separated by commas. */
  filters: 'filters',
  /** The code of who brought a driver. */
  referral: 'ref',
  /** What a driver is telling of a car park. */
  report: 'report',
  /** A car park by its code. */
  park: 'park',
} as const

/** A change of a booking that an address may open: `/booking-details/K7QM-4T2P?extend`. */
export const BOOKING_CHANGES = ['extend', 'shorten', 'move', 'plate', 'cancel', 'no-space'] as const
export type BookingChange = (typeof BOOKING_CHANGES)[number]

/** Kinds of car parks that have an address of their own: `/airport-parking`, also under `/parking-types`. */
export const PARKING_TYPES = ['airport', 'stadium', 'station'] as const
export type ParkingType = (typeof PARKING_TYPES)[number]

/** 5 digits are about a metre. */
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
  /** Find Parking: the list. */
  parksList: {
    pattern: '/parks-list',
    href: ({ kind, ...query }: SearchQuery & { readonly kind?: ParkingType } = {}) =>
      withQuery('/parks-list', { ...searchValues(query), [PARAM.kind]: kind }),
  },
  /** The map with the sheet. */
  search: { pattern: '/search', href: (query: SearchQuery = {}) => withQuery('/search', searchValues(query)) },
  /** A slug opens the details, a park code the landing page of its QR sign. */
  park: {
    pattern: '/park/:slug',
    href: (slug: string, stay: StayQuery = {}) => withQuery(`/park/${encodeURIComponent(slug)}`, stayValues(stay)),
  },
  /** The booking page of a car park by its code: the checkout. */
  bookPark: {
    pattern: '/booking/:parkCode',
    href: (code: string) => `/booking/${encodeURIComponent(code)}`,
  },
  /** A gateway sends back here after a top-up of a company's wallet. */
  business: { pattern: '/business-accounts', href: () => '/business-accounts' },
  charging: { pattern: '/electric-vehicle-charging', href: () => '/electric-vehicle-charging' },
  rentOutSpace: { pattern: '/rent-out-space', href: () => '/rent-out-space' },
  events: { pattern: '/events', href: () => '/events' },
  marketplace: { pattern: '/marketplace', href: () => '/marketplace' },
  plans: { pattern: '/subscription-plans', href: () => '/subscription-plans' },
  orders: { pattern: '/orders', href: () => '/orders' },
  /** Reads the QR code of a car park's sign. */
  scan: { pattern: '/scan', href: () => '/scan' },
  checkout: {
    pattern: '/checkout/:slug',
    href: (slug: string, stay: StayQuery = {}) => withQuery(`/checkout/${encodeURIComponent(slug)}`, stayValues(stay)),
  },
  bookings: { pattern: '/bookings', href: () => '/bookings' },
  /** `change`: which dialog opens with it. */
  booking: {
    pattern: '/booking-details/:bookingCode',
    href: (code: string, change?: BookingChange) =>
      `/booking-details/${encodeURIComponent(code)}${change === undefined ? '' : `?${change}`}`,
  },
  pass: {
    pattern: '/booking-details/:bookingCode/pass',
    href: (code: string) => `/booking-details/${encodeURIComponent(code)}/pass`,
  },
  /** `shown`: which of the transactions. */
  wallet: { pattern: '/wallet', href: (shown?: string) => withQuery('/wallet', { [PARAM.shown]: shown }) },
  /** `amountMinor`: what to begin with, such as what is missing for a booking. */
  addFunds: {
    pattern: '/wallet/add-funds',
    href: (amountMinor?: number) => withQuery('/wallet/add-funds', { [PARAM.amount]: amountMinor?.toString() }),
  },
  /** An open payment: how long, how much, and the way to the gateway. */
  payment: {
    pattern: '/payment',
    href: (reference: string) => withQuery('/payment', { [PARAM.paymentReference]: reference }),
  },
  /** Where a gateway sends the driver back to after the payment of a booking. */
  paymentSuccess: {
    pattern: '/payment/success',
    href: (reference: string) => withQuery('/payment/success', { [PARAM.paymentReference]: reference }),
  },
  bookingSuccess: {
    pattern: '/booking-success',
    href: (code: string) => withQuery('/booking-success', { [PARAM.bookingCode]: code }),
  },
  /** `shown`: which dialog opens with it. */
  profile: {
    pattern: '/profile',
    href: (shown?: 'passkeys') => withQuery('/profile', { [PARAM.shown]: shown }),
  },
  /** What was asked for and waits, was refused or is done. */
  activity: { pattern: '/activity', href: () => '/activity' },
  /** An attendant's phone at the gate. The code of a pairing is in the fragment: `domain/typed-code`. */
  check: { pattern: '/check', href: () => '/check' },
  login: { pattern: '/auth', href: (next?: string) => withQuery('/auth', { [PARAM.next]: next }) },
  /** `referral`: the code of who brought the new driver. */
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
  /** Linked only where Nigeria is chosen. */
  vehicleDocs: { pattern: '/vehicle-docs-renewal', href: () => '/vehicle-docs-renewal' },
  airportParking: { pattern: '/airport-parking', href: () => '/airport-parking' },
  stadiumParking: { pattern: '/stadium-parking', href: () => '/stadium-parking' },
  stationParking: { pattern: '/station-parking', href: () => '/station-parking' },
  blog: { pattern: '/blog', href: () => '/blog' },
} as const

/**
 * A path of this app taken from an address, safe to go to after signing in; anything else gives `undefined`.
 * `//host` and `/\host` would leave the app.
 */
export const toSafePath = (next: string | null): string | undefined =>
  next !== null && /^\/(?![/\\])/.test(next) ? next : undefined

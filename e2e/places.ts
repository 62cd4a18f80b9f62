import { randomUUID } from 'node:crypto'
import { expect, type APIRequestContext, type Page } from '@playwright/test'
import { moreRoutes } from '../src/config/more-routes.ts'
import { routes } from '../src/config/routes.ts'
import { type Account, createAccount } from './account.ts'
import { bookAt, type KnownPark, mustFindPark, stayFromNow } from './parks.ts'
import { payElsewhere } from './payments.ts'
import type { Language } from './words.ts'

/** Records that the public pages need. */
export interface Known {
  readonly park: KnownPark
}

/** Records that an account's pages also need. */
export interface Driver extends Known {
  readonly account: Account
  /** Code of a booking that starts within five minutes. */
  readonly code: string
  /** References of two top-ups: one paid, one still pending at the gateway. */
  readonly paid: string
  readonly unpaid: string
  readonly receipt: string
}

interface OwnPlace {
  readonly who: 'driver'
  readonly path: (driver: Driver) => string
}

interface OpenPlace {
  /**
   * Who opens the page; a reader is a visitor of text pages. A driver sees a different page than a visitor only for
   * `both`.
   */
  readonly who: 'visitor' | 'reader' | 'both'
  readonly path: (known: Known) => string
}

const driver = (path: OwnPlace['path']): OwnPlace => ({ who: 'driver', path })
const visitor = (path: OpenPlace['path']): OpenPlace => ({ who: 'visitor', path })
const reader = (path: OpenPlace['path']): OpenPlace => ({ who: 'reader', path })
const both = (path: OpenPlace['path']): OpenPlace => ({ who: 'both', path })
/** Redirects to another of these. */
const ALIAS = null

/** Needs a new event or order, so its own journey covers it. */
const ON_ITS_OWN = null

/** A route without a row here does not compile, so every page is covered. */
export const PLACES: Readonly<
  Record<keyof typeof routes | keyof typeof moreRoutes, OwnPlace | OpenPlace | typeof ALIAS>
> = {
  home: both(() => '/'),
  management: reader(() => moreRoutes.management.href()),
  operator: both(() => moreRoutes.operator.href()),
  homeAlias: ALIAS,
  parksList: visitor(() => routes.parksList.href({ text: 'Toronto' })),
  search: visitor(() => routes.search.href({ text: 'Toronto' })),
  park: visitor(({ park }) => routes.park.href(park.slug)),
  bookPark: ALIAS,
  events: visitor(() => routes.events.href()),
  event: ON_ITS_OWN,
  bookEvent: ON_ITS_OWN,
  privateEvent: visitor(() => moreRoutes.privateEvent.href()),
  marketplace: visitor(() => routes.marketplace.href()),
  product: ON_ITS_OWN,
  plans: both(() => routes.plans.href()),
  cart: both(() => moreRoutes.cart.href()),
  orders: driver(() => routes.orders.href()),
  order: ON_ITS_OWN,
  scan: both(() => routes.scan.href()),
  checkout: both(({ park }) => routes.checkout.href(park.slug)),
  bookings: both(() => routes.bookings.href()),
  booking: driver(({ code }) => routes.booking.href(code)),
  pass: driver(({ code }) => routes.pass.href(code)),
  proof: driver(({ code }) => moreRoutes.proof.href(code)),
  wallet: driver(() => routes.wallet.href()),
  addFunds: driver(() => routes.addFunds.href()),
  walletCallback: driver(({ paid }) => moreRoutes.walletCallback.href(paid)),
  withdraw: driver(() => moreRoutes.withdraw.href()),
  gifts: driver(() => moreRoutes.gifts.href()),
  referral: driver(() => moreRoutes.referral.href()),
  receipt: driver(({ receipt }) => moreRoutes.receipt.href(receipt)),
  payment: driver(({ unpaid }) => routes.payment.href(unpaid)),
  paymentSuccess: driver(({ unpaid }) => routes.paymentSuccess.href(unpaid)),
  paymentSuccessAlias: ALIAS,
  bookingSuccess: driver(({ code }) => routes.bookingSuccess.href(code)),
  profile: driver(() => routes.profile.href()),
  activity: both(() => routes.activity.href()),
  regions: visitor(() => moreRoutes.regions.href()),
  check: visitor(() => routes.check.href()),
  login: visitor(() => routes.login.href()),
  register: visitor(() => routes.register.href()),
  registerAlias: ALIAS,
  verify: visitor(() => routes.verify.href('nobody@baywise.test')),
  forgotPassword: visitor(() => routes.forgotPassword.href()),
  terms: reader(() => routes.terms.href()),
  privacy: reader(() => routes.privacy.href()),
  cancellation: reader(() => routes.cancellation.href()),
  about: reader(() => routes.about.href()),
  help: reader(() => routes.help.href()),
  vehicleDocs: both(() => routes.vehicleDocs.href()),
  business: both(() => routes.business.href()),
  bookDemo: both(() => moreRoutes.bookDemo.href()),
  charging: visitor(() => routes.charging.href()),
  rentOutCharger: both(() => moreRoutes.rentOutCharger.href()),
  rentOutSpace: both(() => routes.rentOutSpace.href()),
  blog: visitor(() => routes.blog.href()),
  post: visitor(() => moreRoutes.post.href(1)),
  helpArticle: reader(() => moreRoutes.helpArticle.href('gate-does-not-read-pass')),
  getStarted: reader(() => moreRoutes.getStarted.href()),
  howItWorks: reader(() => moreRoutes.howItWorks.href()),
  affiliates: reader(() => moreRoutes.affiliates.href()),
  careers: reader(() => moreRoutes.careers.href()),
  mediaCoverage: reader(() => moreRoutes.mediaCoverage.href()),
  airportParking: reader(() => routes.airportParking.href()),
  stadiumParking: reader(() => routes.stadiumParking.href()),
  stationParking: reader(() => routes.stationParking.href()),
  cityParking: reader(() => moreRoutes.cityParking.href()),
  accessDenied: reader(() => moreRoutes.accessDenied.href()),
  forgotPasswordAlias: ALIAS,
}

/** Addresses for a visitor or for a reader. */
export const pathsOf = (who: 'visitor' | 'reader', known: Known): readonly string[] =>
  Object.values(PLACES).flatMap((place) => {
    if (place === null || place.who === 'driver') return []
    return place.who === who || (place.who === 'both' && who === 'visitor') ? [place.path(known)] : []
  })

export const pathsOfDriver = (known: Driver): readonly string[] =>
  Object.values(PLACES).flatMap((place) =>
    place !== null && (place.who === 'driver' || place.who === 'both') ? [place.path(known)] : [],
  )

const headersOf = ({ accessToken }: Account): Record<string, string> => ({
  authorization: `Bearer ${accessToken}`,
  'idempotency-key': randomUUID(),
})

async function startTopUp(request: APIRequestContext, account: Account): Promise<string> {
  const answer = await request.post('/api/v1/wallet/add-funds', {
    headers: headersOf(account),
    data: { amount: 2_500, currency: 'CAD' },
  })
  expect(answer.status(), await answer.text()).toBeLessThan(300)
  const { data }: { data: { reference: string } } = await answer.json()
  return data.reference
}

/** A background job numbers receipts some seconds after the payment. */
async function untilReceipt(request: APIRequestContext, account: Account): Promise<string> {
  const find = async (): Promise<string | undefined> => {
    const answer = await request.get('/api/v1/wallet/transactions', {
      headers: headersOf(account),
      params: { size: 10 },
    })
    const { items }: { items: { receipt_number: string | null }[] } = await answer.json()
    return items.find((item) => item.receipt_number !== null)?.receipt_number ?? undefined
  }
  await expect.poll(find, { timeout: 30_000 }).toBeDefined()
  return (await find()) ?? ''
}

export const findKnown = async (request: APIRequestContext): Promise<Known> => ({
  park: await mustFindPark(request, 'Green P Carpark 58'),
})

/**
 * Creates a driver with one record of each kind. Visitor tests skip it: they need none of these, and a receipt takes
 * seconds.
 */
export async function makeDriver(request: APIRequestContext, language: Language = 'en'): Promise<Driver> {
  const account = await createAccount(request, { language })
  const { park } = await findKnown(request)
  const booking = await bookAt(request, account, { park, stay: stayFromNow(), plate: 'CKTB482' })
  const [paid, unpaid] = [await startTopUp(request, account), await startTopUp(request, account)]
  await payElsewhere(request, paid)
  const receipt = await untilReceipt(request, account)
  return { account, park, code: booking.booking_code, paid, unpaid, receipt }
}

/** Runs in the page. Whether the app itself has rendered the page and nothing is loading. */
const isDrawn = (): boolean =>
  document.querySelector('[data-still], [aria-busy="true"]') === null &&
  [...document.querySelectorAll('main, dialog[open]')].some((element) => element.checkVisibility())

/**
 * Opens the page and waits until it is complete, polling inside the page: polls from outside are a tenth of a second or
 * more apart.
 */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(isDrawn, undefined, { timeout: 10_000 })
}

import type { APIRequestContext, Locator } from '@playwright/test'
import { createAccount, type Account } from '../account.ts'
import { expect } from '../fixtures.ts'
import { untilInstalled } from '../offline.ts'
import type { Baywise } from '../pages/baywise.ts'
import { bookAt, listBookings, mustFindPark, stayFromNow, type KnownBooking, type KnownPark } from '../parks.ts'
import { tellOffline, tellOnline } from './fault-test.ts'
import type { Fault, FaultProxy } from './fault-proxy.ts'

/** Has no day or night maximum, so an added hour always costs something. No other test fills its 27 spaces. */
const PARK = 'Green P Carpark 263'
export const PLATE = 'CKTB482'

export interface ParkedDriver {
  readonly account: Account
  readonly park: KnownPark
  readonly booking: KnownBooking
}

/** Creates an account with a booking for the next three hours. */
export async function createParkedDriver(request: APIRequestContext): Promise<ParkedDriver> {
  const [account, park] = await Promise.all([createAccount(request), mustFindPark(request, PARK)])
  return { account, park, booking: await bookAt(request, account, { park, stay: stayFromNow(), plate: PLATE }) }
}

/** Signs in and loads everything the phone needs to extend without signal; ends on the booking's page. */
export async function settleIn(app: Baywise, { account, park, booking }: ParkedDriver): Promise<void> {
  await app.auth.signIn(account, `/park/${park.slug}`)
  await expect(app.find.bookLink).toBeVisible()
  await untilInstalled(app.page)
  await openBooking(app, booking)
}

export async function openBooking({ page }: Baywise, { booking_code: code }: KnownBooking): Promise<void> {
  await page.goto(`/booking-details/${code}`)
  await expect(page.getByRole('main')).toContainText(PLATE)
}

/** The status strip at the top, which shows the app's own view of its connection. */
export const strip = ({ page, words }: Baywise, text: 'No connection' | 'Up to date'): Locator =>
  page.getByRole('status').filter({ hasText: words.like(text) })

/** Longer than a hanging probe, which takes four seconds. */
const NOTICED_MS = 6_000

/** Repeats the browser's event until the app has noticed: an event before the sync engine runs is missed. */
const signal = (tell: () => Promise<unknown>, shown: Locator): Promise<void> =>
  expect(async () => {
    await tell()
    await expect(shown.first()).toBeVisible({ timeout: NOTICED_MS })
  }).toPass({ timeout: 30_000 })

/** Breaks the network with `weather` and waits until the app has noticed. */
export async function goDark(app: Baywise, network: FaultProxy, weather: Fault = 'refuse'): Promise<void> {
  network.weather = weather
  await untilDark(app)
}

/** Waits until the app knows that it is offline; also used when the browser itself is offline. */
export const untilDark = (app: Baywise): Promise<void> =>
  signal(() => tellOffline(app.page), strip(app, 'No connection'))

export async function goBright(app: Baywise, network: FaultProxy): Promise<void> {
  network.weather = null
  await signal(() => tellOnline(app.page), strip(app, 'Up to date'))
}

/** The card on a booking's page with the requests not yet agreed. */
export const waitingCard = ({ page, words }: Baywise): Locator =>
  page.getByRole('region', { name: words.say('Waiting for signal') })

/** Extends by the hour that is offered, and waits until the request is queued. */
export async function extendAndWait(app: Baywise): Promise<void> {
  await app.bookings.extend()
  await expect(waitingCard(app)).toBeVisible()
}

/** The rows of one group on the Activity page. */
export const activity = ({ page, words }: Baywise, group: 'Waiting' | 'Refused' | 'Done'): Locator =>
  page.getByRole('list', { name: words.say(group), exact: true }).getByRole('listitem')

/** What the provider did for an account: hours added to a booking and money moved. */
export interface Effects {
  readonly bookings: number
  readonly cancelled: number
  readonly extensions: number
  readonly refunds: number
}

export async function effectsOf(request: APIRequestContext, account: Account): Promise<Effects> {
  const bookings = await listBookings(request, account)
  const answer = await request.get('/api/v1/wallet/transactions', {
    headers: { authorization: `Bearer ${account.accessToken}` },
    params: { size: 100 },
  })
  expect(answer.status()).toBe(200)
  const { items }: { items: { kind: string }[] } = await answer.json()
  const count = (kind: string): number => items.filter((item) => item.kind === kind).length
  return {
    bookings: bookings.length,
    cancelled: bookings.filter(({ status }) => status === 'cancelled').length,
    extensions: count('extension'),
    refunds: count('refund'),
  }
}

export const ONE_EXTENSION: Effects = { bookings: 1, cancelled: 0, extensions: 1, refunds: 0 }
export const NO_CHANGE: Effects = { bookings: 1, cancelled: 0, extensions: 0, refunds: 0 }

/** Waits until the provider has done exactly `effects`. */
export const expectEffects = (request: APIRequestContext, account: Account, effects: Effects): Promise<void> =>
  expect.poll(() => effectsOf(request, account), { timeout: 20_000 }).toEqual(effects)

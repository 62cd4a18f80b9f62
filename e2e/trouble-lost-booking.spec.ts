import type { APIRequestContext, BrowserContext, Page, Request, Route } from '@playwright/test'
import { createAccount, type Account } from './account.ts'
import { expect, test } from './fixtures.ts'
import type { Baywise } from './pages/baywise.ts'
import { checkoutOf, listBookings, mustFindPark } from './parks.ts'

const PARK = 'Green P Carpark 58'
const PLATE = 'CKTB482'

const isBookingAddress = ({ pathname }: URL): boolean => pathname === '/api/v1/bookings'

const isBookingWrite = (request: Request): boolean =>
  request.method() === 'POST' && isBookingAddress(new URL(request.url()))

/** Lets the request take effect at the provider but loses its answer. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}

/** Records the Idempotency-Key of each booking request from now on. */
function noteKeys(page: Page): readonly (string | undefined)[] {
  const keys: (string | undefined)[] = []
  page.on('request', (sent) => isBookingWrite(sent) && keys.push(sent.headers()['idempotency-key']))
  return keys
}

interface Start {
  readonly app: Baywise
  readonly context: BrowserContext
  readonly request: APIRequestContext
  /** How many answers to booking requests are lost. */
  readonly lost: number
}

/** Signs in and opens the checkout; answers to booking requests will be lost. */
async function startWithLoss({ app, context, request, lost }: Start): Promise<Account> {
  const account = await createAccount(request)
  await context.route(isBookingAddress, loseAnswer, { times: lost })
  await app.auth.signIn(account, checkoutOf(await mustFindPark(request, PARK)))
  await app.checkout.typePlate(PLATE)
  return account
}

/** Pays without getting an answer to any attempt, until the driver is told. Afterwards answers arrive again. */
async function payInVain({ app, context, request }: Omit<Start, 'lost'>): Promise<Account> {
  const account = await startWithLoss({ app, context, request, lost: Number.MAX_SAFE_INTEGER })
  await app.checkout.pay.click()
  await expect(app.frame.alert('Not confirmed')).toBeVisible({ timeout: 20_000 })
  await context.unroute(isBookingAddress, loseAnswer)
  return account
}

test('a connection lost after sending is bridged by the same key: one booking @worker', async ({
  app,
  context,
  page,
  request,
}) => {
  const keys = noteKeys(page)
  const account = await startWithLoss({ app, context, request, lost: 1 })
  const code = await app.checkout.payForPass()
  await app.bookings.expectPass({ code, plate: PLATE })
  expect(keys).toHaveLength(2)
  expect(new Set(keys).size).toBe(1)
  expect(await listBookings(request, account)).toHaveLength(1)
})

test('when every answer is lost the driver is told and asks again: one booking', async ({
  app,
  context,
  page,
  request,
}) => {
  const keys = noteKeys(page)
  const account = await payInVain({ app, context, request })
  await app.frame
    .alert('Not confirmed')
    .getByRole('button', { name: app.words.say('Try again') })
    .click()
  await expect(app.frame.heading).toHaveText(app.words.say('You’re booked'))
  await expect(app.bookings.qr).toBeVisible()
  expect(new Set(keys).size).toBe(1)
  expect(await listBookings(request, account)).toHaveLength(1)
})

test('a lost answer is still there to ask for after the app was closed', async ({ app, context, page, request }) => {
  const account = await payInVain({ app, context, request })
  await page.goto('/bookings')
  // The provider's list shows that it succeeded, or the driver retries: one booking either way.
  await expect(app.bookings.rows('Now and next')).toHaveCount(1)
  await expect(app.frame.button('Try again')).toBeHidden()
  expect(await listBookings(request, account)).toHaveLength(1)
})

import type { Route } from '@playwright/test'
import { createAccount } from './account.ts'
import { expect, test } from './fixtures.ts'
import { untilInstalled } from './offline.ts'
import { bookAt, checkoutOf, listBookings, mustFindPark, stayFromNow } from './parks.ts'

const PARK = 'Green P Carpark 58'

/** Answers any request like a hotel's sign-in page. */
const answerAsPortal = (route: Route): Promise<void> =>
  route.fulfill({
    status: 200,
    contentType: 'text/html',
    body: '<!doctype html><title>Hotel</title><h1>Sign in to the network</h1>',
  })

test('an answer that is not the provider’s is called what it is', async ({ app, context, page }) => {
  const foreign = (route: Route): Promise<void> =>
    route.fulfill({ status: 200, contentType: 'text/html', body: '<p>Oops</p>' })
  await context.route('**/api/v1/front/parks/**', foreign)
  await page.goto('/park/some-park-toronto-caaaaaa')
  await expect(app.frame.alert('Invalid response from server')).toBeVisible()
  await context.unroute('**/api/v1/front/parks/**', foreign)
  await app.frame.button('Try again').click()
  await expect(app.frame.heading).toHaveText(app.words.say('This car park could not be found.'))
})

test('a sign-in answered without a token is called what it is', async ({ app, context, page }) => {
  await context.route('**/api/v1/auth/login', (route) => route.fulfill({ status: 200, json: { user: null } }))
  await page.goto('/auth')
  await app.auth.sendSignIn({ email: 'awa@baywise.test', password: 'quiet harbour 42' })
  await expect(app.frame.alert('Invalid response from server')).toBeVisible()
  await expect(app.auth.email).toHaveValue('awa@baywise.test')
})

test('one that accepts and never answers leaves what is saved in reach @worker', async ({
  app,
  context,
  page,
  request,
}) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  const { booking_code: code } = await bookAt(request, account, { park, stay: stayFromNow(), plate: 'CKTB482' })
  await app.auth.signIn(account, '/bookings')
  await expect(app.bookings.rows('Now and next')).toHaveCount(1)
  await page.goto(`/park/${park.slug}`)
  await expect(app.find.bookLink).toBeVisible()
  await untilInstalled(page)

  await context.route('**/api/**', () => undefined)
  await page.goto('/')
  await expect(app.frame.link('Pass')).toBeVisible()
  await page.goto(`/booking-details/${code}/pass`)
  await app.bookings.expectPass({ code, plate: 'CKTB482' })
  await page.goto('/wallet')
  await expect(app.wallet.balance).not.toHaveText('')
  await page.goto(`/checkout/${park.slug}`)
  await app.frame.expectText('Needs a connection')
  await app.frame.expectOffline()
  await context.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a captive portal counts as no connection; nothing is booked and nothing typed is lost', async ({
  app,
  context,
  request,
}) => {
  const account = await createAccount(request)
  await app.auth.signIn(account, checkoutOf(await mustFindPark(request, PARK)))
  await app.checkout.typePlate('CKTB 482')
  await expect(app.checkout.pay).toBeVisible()
  // The portal takes over with the booking request itself: a page that noticed it earlier would not offer to pay.
  let isPortal = false
  await context.route('**/api/**', async (route) => {
    isPortal ||= route.request().method() === 'POST' && route.request().url().endsWith('/bookings')
    await (isPortal ? answerAsPortal(route) : route.continue())
  })
  await app.checkout.pay.click()
  await app.frame.expectText('Needs a connection')
  await expect(app.checkout.plate).toHaveValue('CKTB 482')
  await context.unrouteAll({ behavior: 'ignoreErrors' })
  expect(await listBookings(request, account)).toHaveLength(0)
})

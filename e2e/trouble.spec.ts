import type { APIRequestContext, Request, Route } from '@playwright/test'
import { createAccount } from './account.ts'
import { expireAccessToken } from './expired-token.ts'
import { expect, test } from './fixtures.ts'
import { untilInstalled, whileOffline } from './offline.ts'
import { bookAt, listBookings, mustFindPark, stayFromNow, stayQuery, type KnownPark } from './parks.ts'
import { mustReadCode } from './sandbox-mail.ts'

const TORONTO = 'Green P Carpark 58'
/** Two spaces, in King County. */
const SMALL = 'Woodmont Park'

const checkoutOf = ({ slug }: KnownPark, stay = stayFromNow()): string => `/checkout/${slug}?${stayQuery(stay)}`

const isBookingWrite = (request: Request): boolean =>
  request.method() === 'POST' && new URL(request.url()).pathname === '/api/v1/bookings'

const keyOf = (request: Request): string | undefined => request.headers()['idempotency-key']

/** The request arrives at the provider and takes effect; its answer never comes back. */
async function loseAnswer(route: Route): Promise<void> {
  await route.fetch()
  await route.abort('connectionreset')
}

/** Answers any request as a hotel's sign-in page does. */
const answerAsPortal = (route: Route): Promise<void> =>
  route.fulfill({
    status: 200,
    contentType: 'text/html',
    body: '<!doctype html><title>Hotel</title><h1>Sign in to the network</h1>',
  })

async function mustOpenCheckout(request: APIRequestContext, name = TORONTO): Promise<string> {
  return checkoutOf(await mustFindPark(request, name))
}

test.describe('accounts', () => {
  test('a wrong password is said, and the address typed stays', async ({ app, page, request }) => {
    const { email, password } = await createAccount(request)
    await page.goto('/auth')
    await app.auth.sendSignIn({ email, password: `${password}?` })
    await expect(app.frame.alert('E-mail or password is wrong.')).toBeVisible()
    await expect(app.auth.email).toHaveValue(email)
    await app.auth.sendSignIn({ email, password })
    await expect(page).toHaveURL('/')
  })

  test('a wrong code is said; a code replaced by a newer one no longer counts', async ({ app, page, request }) => {
    await page.goto('/auth')
    const email = await test.step('register', async () => {
      const posted = page.waitForRequest('**/api/v1/auth/verify-email')
      // The code of the mail with its last digit turned.
      await page.route(
        '**/api/v1/auth/verify-email',
        async (route) => {
          const { email, code } = route.request().postDataJSON() as { email: string; code: string }
          const wrong = code.slice(0, 5) + String((Number(code[5]) + 1) % 10)
          await route.continue({ postData: { email, code: wrong } })
        },
        { times: 1 },
      )
      const account = await app.auth.createAccount(request)
      await posted
      return account.email
    })
    await expect(app.frame.alert('This code is not right.')).toBeVisible()
    const first = await mustReadCode(request, email)
    const resent = await request.post('/api/v1/auth/resend-verification', { data: { email } })
    expect(resent.status()).toBe(202)
    await expect.poll(() => mustReadCode(request, email)).not.toBe(first)
    await app.auth.sendCode(first)
    await expect(app.frame.alert('This code is not right.')).toBeVisible()
    await app.auth.sendCode(await mustReadCode(request, email))
    await expect(page).toHaveURL('/')
  })

  test('an access token that ran out is renewed without a word', async ({ app, context, page, request }) => {
    await app.auth.signIn(await createAccount(request))
    const refreshed = page.waitForResponse('**/api/v1/auth/refresh')
    await expireAccessToken(context)
    await page.goto('/bookings')
    expect((await refreshed).status()).toBe(200)
    await app.frame.expectText('No bookings yet')
    await expect(app.frame.alert('Please sign in again')).toBeHidden()
    await page.goto('/wallet')
    await expect(app.wallet.balance).toHaveText('C$100.00')
  })

  test('a session that cannot be renewed asks for a sign-in and returns to the same place', async ({
    app,
    context,
    page,
    request,
  }) => {
    const account = await createAccount(request)
    let token = ''
    // Read on its way: the browser forgets an answer's body as soon as the app goes on to the next page.
    await page.route('**/api/v1/auth/login', async (route) => {
      const answer = await route.fetch()
      const session: { refresh_token: string } = await answer.json()
      token = session.refresh_token
      await route.fulfill({ response: answer })
    })
    await app.auth.signIn(account, '/wallet')
    await expect(app.wallet.balance).toHaveText('C$100.00')
    const revoked = await request.post('/api/v1/auth/logout', { data: { refresh_token: token } })
    expect(revoked.status()).toBe(204)
    await expireAccessToken(context)

    await page.goto('/wallet')
    const ended = app.frame.alert('Please sign in again')
    await expect(ended).toBeVisible()
    // What was saved stays readable until then.
    await expect(app.wallet.balance).toHaveText('C$100.00')
    await ended.getByRole('link', { name: 'Sign in' }).click()
    await app.auth.sendSignIn(account)
    await expect(page).toHaveURL('/wallet')
    await expect(ended).toBeHidden()
  })

  test('logging out works with no signal and leaves nothing of the driver behind', async ({
    app,
    context,
    page,
    request,
  }) => {
    const account = await createAccount(request)
    const park = await mustFindPark(request, TORONTO)
    const { booking_code: code } = await bookAt(request, account, { park, stay: stayFromNow(), plate: 'CKTB482' })
    await app.auth.signIn(account, '/bookings')
    await expect(app.bookings.rows('Now and next')).toHaveCount(1)
    await untilInstalled(page)
    await whileOffline(context, async () => {
      await page.goto('/profile')
      // The app starts anew at home, after having gone there.
      const restarted = page.waitForEvent('load')
      await app.frame.button('Logout').click()
      await restarted
      await expect(page).toHaveURL('/')
      await page.goto(`/booking-details/${code}/pass`)
      await app.frame.expectText('There is no pass {code} on this phone')
      await page.goto('/bookings')
      await expect(app.frame.dialog).toContainText('Please login to view your account')
    })
  })
})

test.describe('booking', () => {
  test('times that are over or that end before they start are refused where they are typed', async ({
    app,
    page,
    request,
  }) => {
    await page.goto('/')
    await app.find.place.fill('Toronto')
    await app.find.from.fill('2020-01-15T10:00')
    await app.find.submit()
    await app.frame.expectText('This time is over. Choose a later one.')
    await app.find.from.fill('2031-01-15T10:00')
    await app.find.until.fill('2031-01-15T09:00')
    await app.find.submit()
    await app.frame.expectText('Choose a time after the start.')
    await expect(page).toHaveURL('/')

    const account = await createAccount(request)
    const past = stayFromNow({ inHours: -48 })
    await app.auth.signIn(account, checkoutOf(await mustFindPark(request, TORONTO), past))
    await app.checkout.typePlate('CKTB 482')
    await app.checkout.pay.click()
    await expect(app.frame.alert('The start is in the past.')).toBeVisible()
    await app.checkout.until.fill('2020-01-15T10:00')
    await expect(app.frame.alert('The end must be after the start.')).toBeVisible()
    await expect(app.checkout.until).toHaveValue('2020-01-15T10:00')
    await expect(app.checkout.pay).toBeHidden()
    expect(await listBookings(request, account)).toHaveLength(0)
  })

  test('a full car park names what is free near it', async ({ app, page, request }) => {
    const park = await mustFindPark(request, SMALL)
    expect(park.capacity).toBe(2)
    const stay = stayFromNow({ inHours: 24 })
    const earlier = await createAccount(request, { country: 'US' })
    for (const plate of ['AAA111', 'BBB222']) await bookAt(request, earlier, { park, stay, plate })

    const account = await createAccount(request, { country: 'US' })
    await app.auth.signIn(account, checkoutOf(park, stay))
    await app.checkout.typePlate('CCC 333')
    await app.checkout.pay.click()
    const full = app.frame.alert('The car park is full at this time.')
    await expect(full).toBeVisible()
    await expect(full.getByRole('link').first()).toHaveText(/, [\d.]+\s(m|km)$/)
    expect(await listBookings(request, account)).toHaveLength(0)
    // The nearest free time here is one tap away, with what was typed.
    await full
      .getByRole('button', { name: app.words.like('Free here: {0}') })
      .first()
      .click()
    await expect(app.checkout.plate).toHaveValue('CCC 333')
    await app.checkout.payForPass()
    expect(await listBookings(request, account)).toHaveLength(1)
    await expect(page.getByText('CCC333')).toBeVisible()
  })

  test('a wallet that is too short says how much is missing', async ({ app, request }) => {
    const account = await createAccount(request)
    const long = stayFromNow({ hours: 24 * 14 })
    await app.auth.signIn(account, checkoutOf(await mustFindPark(request, TORONTO), long))
    await app.checkout.typePlate('CKTB 482')
    await app.frame.expectText('{0} is missing in your wallet')
    await app.checkout.pay.click()
    const short = app.frame.alert('{missing} is missing in your wallet')
    await expect(short).toBeVisible()
    await expect(short).toContainText('C$100.00')
    expect(await listBookings(request, account)).toHaveLength(0)
  })

  test('an address of no car park says so and leads on', async ({ app, page }) => {
    await page.goto('/park/no-such-place-toronto-caaaaaa')
    await expect(app.frame.heading).toHaveText(app.words.say('This car park could not be found.'))
    await app.frame.link('Find Parking').click()
    await expect(page).toHaveURL('/parks-list')
  })

  test('a connection lost after sending is bridged by the same key: one booking', async ({
    app,
    context,
    page,
    request,
  }) => {
    const account = await createAccount(request)
    const keys: (string | undefined)[] = []
    page.on('request', (sent) => isBookingWrite(sent) && keys.push(keyOf(sent)))
    await context.route((url) => url.pathname === '/api/v1/bookings', loseAnswer, { times: 1 })
    await app.auth.signIn(account, await mustOpenCheckout(request))
    await app.checkout.typePlate('CKTB 482')
    const code = await app.checkout.payForPass()
    await app.bookings.expectPass({ code, plate: 'CKTB482' })
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
    const account = await createAccount(request)
    const keys: (string | undefined)[] = []
    page.on('request', (sent) => isBookingWrite(sent) && keys.push(keyOf(sent)))
    const bookings = (url: URL): boolean => url.pathname === '/api/v1/bookings'
    await context.route(bookings, loseAnswer)
    await app.auth.signIn(account, await mustOpenCheckout(request))
    await app.checkout.typePlate('CKTB 482')
    await app.checkout.pay.click()
    const lost = app.frame.alert('The answer was lost')
    await expect(lost).toBeVisible({ timeout: 20_000 })
    await context.unroute(bookings, loseAnswer)
    await lost.getByRole('button', { name: app.words.say('Ask again') }).click()
    await expect(page).toHaveURL(/\/pass$/)
    await expect(app.bookings.qr).toBeVisible()
    expect(new Set(keys).size).toBe(1)
    expect(await listBookings(request, account)).toHaveLength(1)
  })

  test('a lost answer is still there to ask for after the app was closed', async ({ app, context, page, request }) => {
    const account = await createAccount(request)
    const bookings = (url: URL): boolean => url.pathname === '/api/v1/bookings'
    await context.route(bookings, loseAnswer)
    await app.auth.signIn(account, await mustOpenCheckout(request))
    await app.checkout.typePlate('CKTB 482')
    await app.checkout.pay.click()
    await expect(app.frame.alert('The answer was lost')).toBeVisible({ timeout: 20_000 })
    await context.unroute(bookings, loseAnswer)
    await page.goto('/bookings')
    // The provider's list tells that it went through, or the driver asks: one booking either way.
    await expect(app.bookings.rows('Now and next')).toHaveCount(1)
    await expect(app.frame.button('Ask again')).toBeHidden()
    expect(await listBookings(request, account)).toHaveLength(1)
  })
})

test.describe('the provider', () => {
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

  test('one that accepts and never answers leaves what is saved in reach', async ({ app, context, page, request }) => {
    const account = await createAccount(request)
    const park = await mustFindPark(request, TORONTO)
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
    await app.auth.signIn(account, await mustOpenCheckout(request))
    await app.checkout.typePlate('CKTB 482')
    await expect(app.checkout.pay).toBeVisible()
    // The portal takes over with the booking itself: a page that noticed it earlier would not offer to pay at all.
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
})

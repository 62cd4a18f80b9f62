import { createAccount } from './account.ts'
import { expireAccessToken } from './expired-token.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'
import { mustReadCode } from './sandbox-mail.ts'

const PARK = 'Green P Carpark 58'

test('a wrong password is said, and the address typed stays', async ({ app, page, request }) => {
  const { email, password } = await createAccount(request)
  await page.goto('/auth')
  await app.auth.sendSignIn({ email, password: `${password}?` })
  await expect(app.frame.alert('Wrong email or password.')).toBeVisible()
  await expect(app.auth.email).toHaveValue(email)
  await app.auth.sendSignIn({ email, password })
  await expect(page).toHaveURL('/')
})

test('a wrong code is said; a code replaced by a newer one no longer counts', async ({ app, page, request }) => {
  await page.goto('/auth')
  const email = await test.step('register', async () => {
    const posted = page.waitForRequest('**/api/v1/auth/verify-email')
    // The mailed code with its last digit changed.
    await page.route(
      '**/api/v1/auth/verify-email',
      async (route) => {
        const sent = route.request().postDataJSON() as { code: string }
        const wrong = sent.code.slice(0, 5) + String((Number(sent.code[5]) + 1) % 10)
        await route.continue({ postData: { ...sent, code: wrong } })
      },
      { times: 1 },
    )
    const account = await app.auth.createAccount(request)
    await posted
    return account.email
  })
  await expect(app.frame.alert('Wrong code.')).toBeVisible()
  const first = await mustReadCode(request, email)
  const resent = await request.post('/api/v1/auth/resend-verification', { data: { email } })
  expect(resent.status()).toBe(202)
  await expect.poll(() => mustReadCode(request, email)).not.toBe(first)
  const refused = page.waitForResponse('**/api/v1/auth/verify-email')
  // Typing the same code again does not send it; that needs a tap.
  await app.auth.sendCode(first)
  expect((await refused).ok()).toBe(false)
  await expect(app.frame.alert('Wrong code.')).toBeVisible()
  // Sent as soon as it is complete.
  await app.auth.code.fill(await mustReadCode(request, email))
  await expect(page).toHaveURL('/')
})

test.describe('where every request is seen', () => {
  test('an access token that ran out is renewed without a word', async ({ app, context, page, request }) => {
    await app.auth.signIn(await createAccount(request))
    const refreshed = page.waitForResponse('**/api/v1/auth/refresh')
    await expireAccessToken(context)
    await page.goto('/bookings')
    expect((await refreshed).status()).toBe(200)
    await app.frame.expectText('No bookings yet')
    await expect(app.frame.alert('Sign in again')).toBeHidden()
    await page.goto('/wallet')
    await expect(app.wallet.balance).toHaveText('C$100.00')
  })
})

test('a session that cannot be renewed asks for a sign-in and returns to the same place', async ({
  app,
  context,
  page,
  request,
}) => {
  const account = await createAccount(request)
  let token = ''
  // Read in transit: the browser drops a response's body once the app navigates.
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
  const ended = app.frame.alert('Sign in again')
  await expect(ended).toBeVisible()
  // Saved data stay readable until then.
  await expect(app.wallet.balance).toHaveText('C$100.00')
  await ended.getByRole('link', { name: 'Sign in' }).click()
  await app.auth.sendSignIn(account)
  await expect(page).toHaveURL('/wallet')
  await expect(ended).toBeHidden()
})

test('logging out works with no signal and leaves nothing of the driver behind @worker', async ({
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
  await untilAllKept(page)
  await whileOffline(context, async () => {
    await page.goto('/profile')
    // The app navigates to home, then restarts there.
    const restarted = page.waitForEvent('load')
    await app.frame.button('Logout').click()
    await restarted
    await expect(page).toHaveURL('/')
    await page.goto(`/booking-details/${code}/pass`)
    await app.frame.expectText('Pass {code} isn’t on this phone')
    await page.goto('/bookings')
    await expect(app.frame.dialog).toContainText('Please login to view your account')
  })
})

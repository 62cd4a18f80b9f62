import type { Locator, Page } from '@playwright/test'
import { createAccount, newEmail } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expireAccessToken } from './expired-token.ts'
import { readStored } from './faults/stored.ts'
import { expect, test } from './fixtures.ts'
import { mailsTo, mustReadCode } from './sandbox-mail.ts'

/** Presses Tab until `wanted` has the focus, as a driver without a mouse does. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let pressed = 0; pressed < 40; pressed += 1) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`not reached by the keyboard: ${wanted.toString()}`)
}

for (const language of ['en', 'fr'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('the login dialog over an account page says what is missing, signs in, and the page stands there', async ({
      app,
      page,
      request,
    }) => {
      const account = await createAccount(request)
      await page.goto('/wallet')
      await expect(app.frame.dialog).toHaveAccessibleName(app.words.say('Sign in'))
      await expect(app.frame.dialog).toContainText(app.words.say('Please login to view your account'))
      await expectAccessible(page, 'login dialog')
      const send = app.frame.dialog.getByRole('button', { name: app.words.say('Sign in'), exact: true })
      await send.click()
      await expect(app.frame.alert('This field is required!')).toHaveCount(2)
      await app.auth.email.fill('nobody')
      await app.auth.password.fill('seven77')
      await send.click()
      await expect(app.frame.alert('Please enter a valid email')).toBeVisible()
      await expect(app.frame.alert('Password must be at least 8 characters')).toBeVisible()
      await expectAccessible(page, 'login dialog, fields refused')
      await app.auth.sendSignIn({ email: account.email, password: 'not the password' })
      await expect(app.frame.alert('Wrong email or password.')).toBeVisible()
      await app.auth.sendSignIn({ email: `  ${account.email} `, password: account.password })
      await expect(app.frame.dialog).toBeHidden()
      await expect(page).toHaveURL('/wallet')
      await expect(app.wallet.balance).toBeVisible()
    })
  })
}

test('the login dialog leads to a new account and to a forgotten password, and other account pages to home', async ({
  app,
  page,
}) => {
  await page.goto('/bookings')
  await expect(app.frame.dialog.getByRole('link', { name: 'Create an account' })).toHaveAttribute(
    'href',
    '/auth/register?next=%2Fbookings',
  )
  await expect(app.frame.dialog.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute(
    'href',
    '/auth/forgot-password?next=%2Fbookings',
  )
  await page.goto('/auth/forgot-password')
  await expect(page).toHaveURL('/forgot-password')
  await page.goto('/profile')
  await expect(page).toHaveURL('/')
})

test('signing in needs no mouse', async ({ app, page, request }) => {
  const { email, password } = await createAccount(request)
  await page.goto('/bookings')
  await expect(app.auth.email).toBeVisible()
  await tabTo(page, app.auth.email)
  await page.keyboard.type(email)
  await page.keyboard.press('Enter')
  // The first invalid field takes the focus.
  await expect(app.auth.password).toBeFocused()
  await page.keyboard.type(password)
  await tabTo(page, app.frame.button('Show password'))
  await page.keyboard.press('Space')
  await expect(app.auth.password).toHaveAttribute('type', 'text')
  await tabTo(page, app.frame.button('Sign in'))
  await page.keyboard.press('Enter')
  await expect(app.frame.dialog).toBeHidden()
  await app.frame.expectText('No bookings yet')

  await page.goto('/profile')
  await tabTo(page, page.getByRole('button', { name: /^Where you are signed in/ }))
  await page.keyboard.press('Enter')
  await expect(app.frame.dialog).toContainText('This device')
  await page.keyboard.press('Escape')
  await expect(app.frame.dialog).toBeHidden()
})

test('a new account asks for an address and its code, sends six digits by itself, and leads back', async ({
  app,
  page,
  request,
}) => {
  const email = newEmail()
  await page.goto('/auth/register?next=%2Fwallet')
  await expect(page).toHaveURL('/register?next=%2Fwallet')
  await expect(page.getByRole('textbox')).toHaveCount(1)
  await app.auth.email.fill(` ${email}`)
  await app.frame.button('Send a code').click()
  await expect(app.auth.code).toBeFocused()
  await expect(page.getByRole('button', { name: /^New code in \d+ seconds?$/ })).toBeDisabled()
  await expect(app.auth.code).toHaveAttribute('autocomplete', 'one-time-code')
  await expectAccessible(page, 'register, waiting for the code')
  const code = await mustReadCode(request, email)
  const wrong = code === '000000' ? '000001' : '000000'
  await app.auth.code.fill(wrong)
  await expect(app.frame.alert('Wrong code.')).toBeVisible()
  await app.auth.code.fill(`   ${code.slice(0, 3)} ${code.slice(3)}   `)
  await expect(page).toHaveURL('/wallet')
  await expect(app.wallet.balance).toHaveText('C$100.00')
  // Registration does not ask for a name; the profile does.
  await page.goto('/profile')
  await expect(page.getByRole('button', { name: /Edit profile/ })).toBeVisible()
})

test('another code says how long to wait, as the provider does', async ({ app, page, request }) => {
  const email = newEmail()
  await page.goto(`/verify?email=${email}`)
  const asked = await request.post('/api/v1/auth/resend-verification', { data: { email } })
  expect(asked.status()).toBe(202)
  await app.frame.button('Send a new code').click()
  await expect(app.frame.alert('Too many attempts. Wait a few minutes.')).toBeVisible()
  const wait = page.getByRole('button', { name: /^New code in \d+ seconds?$/ })
  await expect(wait).toBeDisabled()
  const first = await wait.textContent()
  await expect(wait).not.toHaveText(first ?? '')
})

test('a forgotten password is replaced by the link of the mail, which signs every device out', async ({
  app,
  page,
  request,
}) => {
  const account = await createAccount(request)
  await page.goto('/forgot-password')
  await app.auth.email.fill(account.email)
  await app.frame.button('Send the link').click()
  await app.frame.expectText('If there’s an account with this address, the link is on its way.')
  await expect.poll(async () => (await mailsTo(request, account.email))[0]?.subject).toContain('new Baywise password')
  const link = /http:\S+token=\S+/.exec((await mailsTo(request, account.email))[0]?.text ?? '')?.[0] ?? ''
  const dictionary: string[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('password-strength')) dictionary.push(sent.url())
  })
  await page.goto(link)
  await expect(page.getByLabel('New password', { exact: true })).toBeVisible()
  expect(dictionary, 'the dictionary before a password is chosen').toEqual([])
  await page.getByLabel('New password', { exact: true }).fill('seven77')
  await app.frame.button('Change password').click()
  await expect(app.frame.alert('Password must be at least 8 characters')).toBeVisible()
  await expectAccessible(page, 'new password, refused')
  expect(dictionary).toHaveLength(1)
  await page.getByLabel('New password', { exact: true }).fill('password')
  await app.frame.expectText('Very easy to guess.')
  await app.frame.expectText('Many people use it, or something like it.')
  await expectAccessible(page, 'new password, judged')
  await page.getByLabel('New password', { exact: true }).fill('another harbour 43')
  await app.frame.expectText('Very hard to guess.')
  await app.frame.button('Change password').click()
  await expect(app.frame.heading).toHaveText('Password changed')
  await app.frame.link('Sign in').click()
  await app.auth.sendSignIn({ email: account.email, password: 'another harbour 43' })
  await expect(page).toHaveURL('/')
})

test('an address that is none is refused in words and stays: too long, in other scripts, with emoji', async ({
  app,
  page,
}) => {
  await page.goto('/register')
  for (const typed of ['😀@example.org', 'x'.repeat(10_240), 'محمد']) {
    await app.auth.email.fill(typed)
    await app.frame.button('Send a code').click()
    await expect(app.frame.alert('Please enter a valid email')).toHaveCount(1)
    await expect(app.auth.email).toHaveValue(typed)
    await expect(app.auth.email).toBeFocused()
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
  await expectAccessible(page, 'register, address refused')
})

test('a driver sees where they are signed in and signs another device out', async ({ app, page, request }) => {
  const account = await createAccount(request)
  const data = { identifier: account.email, password: account.password }
  const headers = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) Version/18.1 Safari/604.1' }
  const other = await request.post('/api/v1/auth/login', { data, headers })
  const { refresh_token }: { refresh_token: string } = await other.json()
  await app.auth.signIn(account, '/profile')
  await page.getByRole('button', { name: /^Where you are signed in/ }).click()
  const rows = app.frame.dialog.getByRole('listitem')
  await expect(rows).toHaveCount(3)
  await expect(rows.first()).toContainText('Chrome on Linux')
  await expect(rows.first()).toContainText('This device')
  await expectAccessible(page, 'where you are signed in')
  await rows.filter({ hasText: 'Safari on iOS' }).getByRole('button').click()
  await expect(rows).toHaveCount(2)
  const refreshed = await request.post('/api/v1/auth/refresh', {
    data: { refresh_token },
    headers: { 'idempotency-key': 'after-the-end' },
  })
  expect(refreshed.status()).toBe(401)
  await app.frame.button('Sign out everywhere else').click()
  await expect(rows).toHaveCount(1)
})

test('two tabs whose token ran out at once renew it once, and both go on', async ({ app, context, page, request }) => {
  await app.auth.signIn(await createAccount(request), '/wallet')
  await expect(app.wallet.balance).toHaveText('C$100.00')
  const second = await context.newPage()
  // Leaving a page may abort its request; a repeated request uses the same key and gets the same answer.
  const renewals = new Set<string | undefined>()
  context.on('request', (sent) => {
    if (sent.url().endsWith('/auth/refresh')) renewals.add(sent.headers()['idempotency-key'])
  })
  await expireAccessToken(context)
  const asked = Promise.all([page, second].map((tab) => tab.waitForResponse(/wallet\/transactions.+/)))
  await Promise.all([page.goto('/wallet'), second.goto('/wallet')])
  await asked
  await expect(second.getByRole('listitem').filter({ hasText: 'Welcome credit' })).toBeVisible()
  expect(renewals.size).toBe(1)
  for (const tab of [page, second]) await expect(tab.getByText('Sign in again')).toBeHidden()
})

test.describe('where every request is seen', () => {
  test('a start whose session cannot be renewed says nothing where no account is needed, and keeps what is saved', async ({
    app,
    context,
    page,
    request,
  }) => {
    await app.auth.signIn(await createAccount(request), '/wallet')
    await expect(app.wallet.balance).toHaveText('C$100.00')
    const [session] = await readStored<{ refreshToken: string }>(page, {
      database: 'baywise-session',
      table: 'session',
    })
    await request.post('/api/v1/auth/logout', { data: { refresh_token: session?.refreshToken } })
    // The open page may renew the token as soon as it has expired.
    const refused = page.waitForResponse('**/api/v1/auth/refresh')
    await expireAccessToken(context)
    await page.goto('/')
    expect((await refused).status()).toBe(401)
    await expect(app.frame.heading).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.goto('/wallet')
    await expect(app.wallet.balance).toHaveText('C$100.00')
    await expect(app.frame.alert('Sign in again')).toBeVisible()
  })
})

test('a new password is judged by the provider where the dictionary cannot be loaded', async ({ app, page }) => {
  await page.route('**/password-strength*', (route) => route.abort())
  await page.goto('/forgot-password?token=unknown')
  await page.getByLabel('New password', { exact: true }).fill('password 42 garages')
  await app.frame.button('Change password').click()
  await expect(app.frame.alert('Wrong code.')).toBeVisible()
})

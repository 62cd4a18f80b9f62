import { createAccount, newEmail } from '../account.ts'
import { expectAccessible } from '../axe.ts'
import { expect, test as base } from '../fixtures.ts'
import { goOnline } from '../offline.ts'
import { ProviderProcess } from '../provider-process.ts'
import { IdentityEmulator, PROJECT } from './identity-emulator.ts'
import { isExchange, isOfSocial, signInAs, SocialPages, withoutInternet } from './social-pages.ts'

interface TestFixtures {
  readonly social: SocialPages
}

interface WorkerFixtures {
  readonly emulator: IdentityEmulator
}

/** Sets up the app with the identity service: its real client with its real emulator. */
const test = base.extend<TestFixtures, WorkerFixtures>({
  emulator: [
    async ({ browserName: _unneeded }, provide) => {
      const emulator = await IdentityEmulator.start()
      await provide(emulator)
      await emulator.stop()
    },
    // Mostly for the one-time installation.
    { scope: 'worker', timeout: 300_000 },
  ],
  provider: [
    async ({ emulator }, provide) => {
      const provider = await ProviderProcess.start({
        FIREBASE_PROJECT_ID: PROJECT,
        FIREBASE_API_KEY: 'key-of-the-project',
        FIREBASE_AUTH_EMULATOR_HOST: emulator.host,
      })
      await provide(provider)
      await provider.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  context: async ({ context }, provide) => {
    await withoutInternet(context)
    await provide(context)
  },
  social: async ({ page, words }, provide) => provide(new SocialPages(page, words)),
})

// All tests share one emulator and one provider.
test.describe.configure({ mode: 'default' })

const newPerson = () => ({ email: newEmail(), name: 'Maude Tremblay' })

/** Blocks popups, as many browsers do for windows not opened by a tap. */
const blockWindows = (): void => {
  window.open = () => null
}

test('nothing of the identity service is loaded before a button is turned to; a window then signs somebody new in', async ({
  page,
  social,
}) => {
  const loaded: string[] = []
  page.on('request', (request) => loaded.push(request.url()))
  const person = newPerson()
  await page.goto('/auth?next=/profile')
  await expect(social.button('Google')).toBeVisible()
  await expectAccessible(page, 'sign in, with the identity services')
  expect(loaded.filter(isOfSocial)).toEqual([])
  await social.button('Google').focus()
  await expect.poll(() => loaded.filter(isOfSocial)).not.toEqual([])
  const popup = await social.openWindow('Google')
  await social.expectStatus('Continue in the window that opens.')
  const [exchange] = await Promise.all([page.waitForRequest(isExchange), signInAs(popup, person)])
  const body: unknown = exchange.postDataJSON()
  expect(body).toEqual({
    email: person.email,
    name: person.name,
    photo_url: null,
    firebase_uid: expect.any(String),
    provider: 'google',
    id_token: expect.any(String),
    country_code: 'CA',
  })
  await expect(page).toHaveURL('/profile')
  await expect(page.getByText(person.email).first()).toBeVisible()
  const kept = await page.evaluate(() => ({
    local: Object.fromEntries(Object.entries(localStorage)),
    tab: Object.fromEntries(Object.entries(sessionStorage)),
  }))
  expect(kept.local).toMatchObject({ social_login_success: 'true', social_login_new_user: 'true' })
  expect(JSON.stringify(kept)).not.toContain('firebase')
})

test('in the login modal the modal closes, and the driver is at home after 500 ms', async ({ page, social }) => {
  await page.clock.install()
  await page.goto('/bookings')
  await expect(page.getByRole('dialog')).toBeVisible()
  const popup = await social.openWindow('Apple')
  await page.clock.pauseAt(Date.now() + 60_000)
  await signInAs(popup, newPerson())
  await expect(page.getByRole('dialog')).toBeHidden()
  expect(new URL(page.url()).pathname).toBe('/bookings')
  await page.clock.runFor(499)
  expect(new URL(page.url()).pathname).toBe('/bookings')
  await page.clock.runFor(1)
  await expect(page).toHaveURL('/')
})

test('where windows are blocked the page itself goes there, and comes home after 1 s', async ({
  page,
  social,
  words,
}) => {
  const person = newPerson()
  await page.addInitScript(blockWindows)
  await page.goto('/auth/register')
  await social.button('Google').click()
  await expect(page.getByText('Add new account')).toBeVisible()
  // From here on the page has a fake clock, which advances in small steps.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await signInAs(page, person)
  const welcome = page.getByRole('status').filter({ hasText: words.like('Welcome! Your account is ready.') })
  await expect(async () => {
    await page.clock.runFor(50)
    await expect(welcome).toBeVisible({ timeout: 50 })
  }).toPass({ intervals: [10] })
  await page.clock.runFor(900)
  await expect(welcome).toBeVisible()
  await page.clock.runFor(100)
  await expect(page).toHaveURL('/')
  expect(await page.evaluate(() => localStorage.getItem('social_login_new_user'))).toBe('true')
})

test('a window that is closed is told after 8 s, and the page can go on itself', async ({ page, social, app }) => {
  const person = newPerson()
  await page.clock.install()
  await page.goto('/auth')
  const popup = await social.openWindow('Google')
  await page.clock.pauseAt(Date.now() + 60_000)
  await popup.close()
  await page.clock.runFor(7_999)
  await expect(page.getByRole('alert')).toHaveCount(0)
  // The app checks the window every 2 s.
  await page.clock.runFor(2_001)
  await social.expectAlert('The sign-in window was closed before you were signed in.')
  await page.clock.resume()
  await expectAccessible(page, 'sign in, window closed')
  await app.frame.button('Continue on this page').click()
  await signInAs(page, person)
  await expect(page).toHaveURL('/')
})

test('who goes back instead is told that nobody was signed in, and may try again', async ({ page, social }) => {
  await page.addInitScript(blockWindows)
  await page.goto('/auth')
  await social.button('Google').click()
  await expect(page.getByText('Add new account')).toBeVisible()
  await page.goBack()
  await social.expectAlert('No successful social login found')
  // A page restored from the back-forward cache would keep showing its state at departure.
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(page.getByRole('alert')).toHaveCount(0)
  await expect(social.button('Google')).toBeEnabled()
})

test('without windows and without storage there is no way left, and that is said', async ({ page, social }) => {
  await page.addInitScript(blockWindows)
  await page.addInitScript(() => {
    const get = (): never => {
      throw new DOMException('Access is denied', 'SecurityError')
    }
    // The service's own frame keeps its storage.
    if (window.top === window) Object.defineProperty(window, 'sessionStorage', { get })
  })
  await page.goto('/auth')
  await social.button('Google').click()
  await social.expectAlert('Social login is currently unavailable. Please try logging in with email and password.')
})

test('a second window takes the place of the first, which is not reported', async ({ page, social }) => {
  await page.goto('/auth')
  const first = await social.openWindow('Google')
  const second = await social.openWindow('Apple')
  await expect.poll(() => first.isClosed()).toBe(true)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await signInAs(second, newPerson())
  await expect(page).toHaveURL('/')
})

test('an address that registered with a password is told to sign in that way', async ({ page, request, social }) => {
  const { email } = await createAccount(request)
  await page.goto('/auth')
  await signInAs(await social.openWindow('Google'), { email, name: 'Somebody Else' })
  await social.expectAlert('An account with this email already exists. Please sign in with your original method.')
  await expectAccessible(page, 'sign in, account exists')
  expect(await page.evaluate(() => localStorage.getItem('social_login_success'))).toBeNull()
})

test('an account that the identity service closed is told so', async ({ page, social, emulator, pageErrors }) => {
  pageErrors.allow(/accounts:signInWithIdp/)
  const person = newPerson()
  await page.goto('/auth')
  await signInAs(await social.openWindow('Google'), person)
  await expect(page).toHaveURL('/')
  await emulator.disable(person.email)
  await page.goto('/auth')
  const popup = await social.openWindow('Google')
  await popup.getByText(person.email).click()
  await social.expectAlert('This account has been disabled. Please contact support.')
})

test('without a connection the button says what it needs; one that is lost during the sign-in is told, and the next try works @worker', async ({
  page,
  context,
  social,
}) => {
  await page.goto('/auth')
  await expect(social.button('Google')).toBeVisible()
  await context.setOffline(true)
  await expect(page.getByRole('button', { name: /^Continue with Google.*Needs a connection$/ })).toBeVisible()
  await goOnline(context)
  await expect(social.button('Google')).toBeVisible()
  const LOST = 'Network error. Please check your internet connection and try again.'
  const popup = await social.openWindow('Google')
  await context.route('**/v1/accounts:signInWithIdp**', (route) => route.abort())
  await signInAs(popup, newPerson())
  await social.expectAlert(LOST)
  await context.unroute('**/v1/accounts:signInWithIdp**')
  await signInAs(await social.openWindow('Google'), newPerson())
  await expect(page).toHaveURL('/')
})

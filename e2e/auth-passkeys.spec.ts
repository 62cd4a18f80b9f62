import type { Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { mailsTo } from './sandbox-mail.ts'

/** Adds Chromium's virtual platform authenticator: it behaves like a real one, without a fingerprint. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    setOwner: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  }
}

test('a passkey is added in the profile, signs in without a password, and signs nobody in once it is removed', async ({
  app,
  page,
  request,
}) => {
  const phone = await withAuthenticator(page)
  const loaded: string[] = []
  page.on('request', (sent) => {
    if (sent.url().includes('passkey-ceremony')) loaded.push(sent.url())
  })
  const account = await createAccount(request)
  await app.auth.signIn(account, '/profile')
  expect(loaded, 'the passkey code before a passkey is asked for').toEqual([])
  const openPasskeys = () => page.getByRole('button', { name: /^Passkeys/ }).click()
  const keys = app.frame.dialog.getByRole('listitem')

  await test.step('add one', async () => {
    await openPasskeys()
    await app.frame.dialog.getByLabel('Name of this device', { exact: true }).fill('هاتفي 📱')
    await app.frame.button('Add a passkey').click()
    await expect(keys).toHaveCount(1)
    await expect(keys).toContainText('هاتفي 📱')
    await expectAccessible(page, 'passkeys')
    await app.frame.button('Add a passkey').click()
    await app.frame.expectText('This device has a passkey for your account already.')
    await expectAccessible(page, 'passkeys, refused')
    await expect.poll(async () => (await mailsTo(request, account.email))[0]?.subject).toContain('passkey was added')
    await app.frame.button('Close').click()
  })

  const signOut = async () => {
    const restarted = page.waitForEvent('load')
    await app.frame.button('Logout').click()
    await restarted
    // On a slow machine the load event may have belonged to the previous page.
    await expect(app.frame.button('Logout')).toHaveCount(0)
  }
  await test.step('sign in with it, in the dialog over a page that needs an account', async () => {
    // Before signing out, because a passkey that the browser proposes would sign in immediately.
    await phone.setOwner(false)
    await signOut()
    await page.goto('/bookings')
    await app.frame.button('Sign in with a passkey').click()
    await app.frame.expectText('No passkey was used. Try again, or continue without one.')
    await expectAccessible(page, 'login dialog, no passkey used')
    await phone.setOwner(true)
    await app.frame.button('Sign in with a passkey').click()
    await expect(app.frame.dialog).toBeHidden()
    await app.frame.expectText('No bookings yet')
  })

  await test.step('remove it', async () => {
    await page.goto('/profile')
    await openPasskeys()
    await expect(keys).toContainText('Last used')
    // Confirmed first: a tap beside the name must not cost anybody a way to sign in.
    await keys.getByRole('button').click()
    await keys.getByRole('button', { name: 'Keep' }).click()
    await page.reload()
    await openPasskeys()
    await expect(keys).toContainText('Last used')
    await keys.getByRole('button').click()
    await keys.getByRole('button', { name: app.words.like('Remove {name}') }).click()
    await expect(keys).toHaveCount(0)
    await app.frame.button('Close').click()
    await signOut()
    await page.goto('/auth')
    await app.frame.button('Sign in with a passkey').click()
    await expect(app.frame.alert('This passkey was not accepted. Try again, or use your password.')).toBeVisible()
  })
})

interface Question {
  readonly mediation: string
  readonly end: string
}

/** Records each passkey request of the page and its outcome; the browser still handles the request itself. */
function noteQuestions(): void {
  const questions: { mediation: string; end: string }[] = []
  Object.assign(globalThis, { questions })
  const { credentials } = navigator
  const ask = credentials.get.bind(credentials)
  credentials.get = async (options) => {
    const question = { mediation: options?.mediation ?? 'required', end: 'open' }
    questions.push(question)
    try {
      const chosen = await ask(options)
      question.end = 'chosen'
      return chosen
    } catch (error) {
      question.end = error instanceof Error ? error.name : 'unknown'
      throw error
    }
  }
}

const questionsOf = (page: Page): Promise<readonly Question[]> =>
  page.evaluate(() => (globalThis as unknown as { questions: readonly Question[] }).questions)

test.describe('passkeys that the browser proposes in the e-mail field', () => {
  test.beforeEach(({ page }) => page.addInitScript(noteQuestions))

  test('sign in on the page and in the dialog, without another tap of ours', async ({ app, page, request }) => {
    await withAuthenticator(page)
    await app.auth.signIn(await createAccount(request), '/profile')
    await page.getByRole('button', { name: /^Passkeys/ }).click()
    await app.frame.button('Add a passkey').click()
    await expect(app.frame.dialog.getByRole('listitem')).toHaveCount(1)
    for (const [asking, told] of [
      ['/auth?next=%2Fbookings', 'No bookings yet'],
      ['/wallet', 'Welcome credit (demo)'],
    ] as const) {
      await page.goto('/profile')
      const restarted = page.waitForEvent('load')
      await app.frame.button('Logout').click()
      await restarted
      await page.goto(asking)
      // The virtual authenticator picks the only key immediately.
      await expect(page.getByText(told).first()).toBeVisible()
      await expect(app.frame.dialog).toBeHidden()
      expect(await questionsOf(page)).toEqual([{ mediation: 'conditional', end: 'chosen' }])
    }
  })

  test('are withdrawn while another way is used, and proposed again when that fails', async ({
    app,
    page,
    request,
  }) => {
    // No authenticator, so a request stays open until the page withdraws it.
    const account = await createAccount(request)
    await page.goto('/auth?next=%2Fbookings')
    await expect(app.auth.email).toHaveAttribute('autocomplete', 'username webauthn')
    // A busy page may ask again before it settles: at most one request is open, and it is the last one.
    const ends = async () => {
      const questions = (await questionsOf(page)).map(({ end }) => end)
      return [questions.filter((end) => end === 'open').length, questions.at(-1)]
    }
    await expect.poll(ends).toEqual([1, 'open'])
    const { length: before } = await questionsOf(page)
    await app.auth.sendSignIn({ email: account.email, password: 'not the password' })
    await expect(app.frame.alert('Wrong email or password.')).toBeVisible()
    await expect.poll(async () => (await questionsOf(page)).length).toBeGreaterThan(before)
    await expect.poll(ends).toEqual([1, 'open'])
    await app.auth.sendSignIn(account)
    await expect(page).toHaveURL('/bookings')
    await expect.poll(ends).toEqual([0, 'AbortError'])
  })

  test('are withdrawn when the button asks for one', async ({ app, page }) => {
    await page.goto('/auth')
    await expect.poll(() => questionsOf(page)).toEqual([{ mediation: 'conditional', end: 'open' }])
    await app.frame.button('Sign in with a passkey').click()
    await expect
      .poll(async () => (await questionsOf(page)).slice(0, 2))
      .toMatchObject([{ mediation: 'conditional', end: 'AbortError' }, { mediation: 'required' }])
  })

  test('are not asked for with no signal, and nothing is said of it @worker', async ({ app, context, page }) => {
    await page.goto('/auth')
    await untilAllKept(page)
    await whileOffline(context, async () => {
      await page.goto('/auth')
      await app.frame.expectOffline()
      await expect(app.auth.email).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      expect(await questionsOf(page)).toEqual([])
    })
    await expect.poll(() => questionsOf(page)).toHaveLength(1)
  })
})

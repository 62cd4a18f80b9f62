import type { Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { mailsTo } from './sandbox-mail.ts'

// Two sign-outs, three sign-ins, and two states looked at for accessibility.
test.setTimeout(120_000)

/** A phone's own authenticator, in Chromium: what it does is what a real one does, without a finger. */
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
    await expect.poll(async () => (await mailsTo(request, account.email))[0]?.subject).toContain('passkey was added')
    await app.frame.button('Close').click()
  })

  const signOut = async () => {
    const restarted = page.waitForEvent('load')
    await app.frame.button('Logout').click()
    await restarted
  }
  await test.step('sign in with it, in the dialog over a page that needs an account', async () => {
    await signOut()
    await page.goto('/bookings')
    await phone.setOwner(false)
    await app.frame.button('Sign in with a passkey').click()
    await app.frame.expectText('No passkey was used. Try again, or go on without one.')
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
    await keys.getByRole('button').click()
    await expect(keys).toHaveCount(0)
    await app.frame.button('Close').click()
    await signOut()
    await page.goto('/auth')
    await app.frame.button('Sign in with a passkey').click()
    await expect(app.frame.alert('This passkey was not accepted. Try again, or use your password.')).toBeVisible()
  })
})

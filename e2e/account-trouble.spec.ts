import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'

test('an account with money of its own is not deleted: the dialog says so and leads to the withdrawal', async ({
  app,
  page,
  request,
}) => {
  const account = await createAccount(request)
  await app.auth.signIn(account, '/wallet')
  await app.payments.startTopUp('25')
  await app.payments.choose('pay')
  await expect(app.payments.isCredited).toBeVisible()
  await page.goto('/profile')
  await app.frame.button('Delete account').click()
  await app.frame.dialog.getByLabel('Your password', { exact: true }).fill(account.password)
  const refused = page.waitForResponse((answer) => answer.status() === 409)
  await app.frame.button('Delete account permanently').click()
  await refused
  await expect(app.frame.dialog.getByRole('alert')).toBeVisible()
  await expectAccessible(page, 'account not deleted, money left')
  await expect(app.frame.dialog.getByLabel('Your password', { exact: true })).toHaveValue(account.password)
  await app.frame.dialog.getByRole('link', { name: 'Withdraw C$25.00' }).click()
  await expect(page).toHaveURL('/wallet/withdraw')
  await expect(app.payments.amount).toBeVisible()
  const login = await request.post('/api/v1/auth/login', {
    data: { identifier: account.email, password: account.password },
  })
  expect(login.status()).toBe(200)
})

test('what changes the account says with no signal, before a tap, that it needs one, loses nothing typed, and opens once it is back @worker', async ({
  app,
  context,
  page,
  request,
}) => {
  const account = await createAccount(request)
  await app.auth.signIn(account, '/profile')
  await untilAllKept(page)
  const { dialog } = app.frame
  const openers = [/^Passkeys/, /^Where you are signed in/, 'Change email', /^Delete account/, 'Edit profile']
  await whileOffline(context, async () => {
    await page.goto('/profile')
    await app.frame.expectOffline()
    for (const name of openers) {
      const row = page.getByRole('button', { name })
      await expect(row).toContainText('Needs a connection')
      // The row is aria-disabled, so Playwright would wait for it to become enabled.
      await row.click({ force: true })
      await expect(dialog).toBeHidden()
    }
  })
  await expect(page.getByText('Needs a connection')).toHaveCount(0)
  await page.getByRole('button', { name: /^Where you are signed in/ }).click()
  await expect(dialog.getByRole('listitem').first()).toContainText('This device')
  await whileOffline(context, async () => {
    await expect(dialog.getByRole('button', { name: /^Sign out everywhere else: / })).toHaveText(/Needs a connection/)
    await expect(dialog).toContainText('Signing out needs a connection.')
    await expect(dialog.getByRole('listitem').first()).toContainText('This device')
  })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Change email' }).click()
  await dialog.getByLabel('New email', { exact: true }).fill('other@baywise.test')
  await dialog.getByLabel('Your password', { exact: true }).fill(account.password)
  await whileOffline(context, async () => {
    await dialog.getByRole('button', { name: /^Send a code: Needs a connection/ }).click()
    await expect(dialog).toContainText('Changing your email needs a connection. What you entered is kept.')
    await expect(dialog.getByLabel('New email', { exact: true })).toHaveValue('other@baywise.test')
    await expectAccessible(page, 'another address, no signal')
  })
  await app.frame.button('Send a code').click()
  await expect(dialog.getByLabel('Code', { exact: true })).toBeVisible()
})

import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilInstalled, whileOffline } from './offline.ts'

test.setTimeout(90_000)

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
  await app.frame.button('Delete account for good').click()
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

test('dialogs of the account say with no signal that they need one, lose nothing typed, and open once it is back', async ({
  app,
  context,
  page,
  request,
}) => {
  const account = await createAccount(request)
  await app.auth.signIn(account, '/profile')
  await untilInstalled(page)
  const { dialog } = app.frame
  const openers = [/^Passkeys/, /^Where you are signed in/, 'Change e-mail', /^Delete account/, 'Edit profile']
  await whileOffline(context, async () => {
    await page.goto('/profile')
    await app.frame.expectOffline()
    for (const name of openers) {
      await page.getByRole('button', { name }).click()
      await expect(dialog).toContainText('Needs a connection')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()
    }
  })
  await page.getByRole('button', { name: /^Where you are signed in/ }).click()
  await expect(dialog.getByRole('listitem').first()).toContainText('This device')
  await whileOffline(context, async () => {
    await app.frame.button('Sign out everywhere else').click()
    await expect(dialog.getByRole('alert')).toContainText('Needs a connection')
    await expect(dialog.getByRole('listitem').first()).toContainText('This device')
  })
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Change e-mail' }).click()
  await dialog.getByLabel('New e-mail', { exact: true }).fill('other@baywise.test')
  await dialog.getByLabel('Your password', { exact: true }).fill(account.password)
  await whileOffline(context, async () => {
    await app.frame.button('Send a code').click()
    await expect(dialog.getByRole('alert')).toContainText('Needs a connection')
    await expect(dialog.getByLabel('New e-mail', { exact: true })).toHaveValue('other@baywise.test')
    await expectAccessible(page, 'another address, no signal')
  })
  await app.frame.button('Send a code').click()
  await expect(dialog.getByLabel('Code', { exact: true })).toBeVisible()
})

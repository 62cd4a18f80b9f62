import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'

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

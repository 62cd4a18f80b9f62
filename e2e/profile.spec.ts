import { readFile } from 'node:fs/promises'
import { createAccount, newEmail } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { goOnline } from './offline.ts'
import { mustReadCode } from './sandbox-mail.ts'

const LONG = 'x'.repeat(10_240)

for (const language of ['en', 'fr'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test('emails about bookings are turned off one by one, and stay off', async ({ app, page, request }) => {
      await app.auth.signIn(await createAccount(request, { language }), '/profile')
      const { dialog } = app.frame
      const open = page.getByRole('button', { name: app.words.say('Bookings and vehicle documents') })
      const changes = dialog.getByLabel(app.words.say('When a booking changes'))
      await open.click()
      await changes.uncheck()
      await expectAccessible(page, 'emails')
      await dialog.getByRole('button', { name: app.words.say('Save') }).click()
      await expect(dialog).toBeHidden()
      await page.reload()
      await open.click()
      await expect(changes).not.toBeChecked()
      await expect(dialog.getByLabel(app.words.say('When I book'))).toBeChecked()
    })

    test('name, number and address are changed; what is refused says why and stays', async ({ app, page, request }) => {
      const account = await createAccount(request, { language })
      await app.auth.signIn(account, '/profile')
      await expectAccessible(page, 'profile')
      await page.getByRole('button', { name: app.words.say('Edit profile') }).click()
      const { dialog } = app.frame
      const field = (label: string) => dialog.getByLabel(app.words.say(label), { exact: true })
      const save = dialog.getByRole('button', { name: app.words.say('Save') })
      const phone = dialog.locator('input[name=phone]')
      for (const bad of ['12', 'call me', '📞', 'محمد']) {
        await phone.fill(bad)
        await save.click()
        await expect(dialog).toContainText(
          app.words.say('Enter a valid phone number. From another country, start with + and the country code.'),
        )
        await expect(phone).toHaveValue(bad)
      }
      await field('First name').fill(LONG)
      await field('Last name').fill('   ')
      await save.click()
      await expect(dialog).toContainText(app.words.say('This is too long'))
      await expect(dialog).toContainText(app.words.say('This field is required!'))
      await expectAccessible(page, 'profile form, refused')
      await field('First name').fill(' عمر 🚗 ')
      await field('Last name').fill('Ndiaye')
      await phone.fill('  (416) 555-0123 ')
      await save.click()
      await expect(dialog).toBeHidden()
      await expect(page.getByText('+14165550123')).toBeVisible()
      await page.getByRole('button', { name: app.words.say('Edit profile') }).click()
      await expect(phone).toHaveValue('(416) 555-0123')
      await page.keyboard.press('Escape')

      const email = newEmail()
      const changeEmail = page.getByRole('button', { name: app.words.say('Change email') })
      await changeEmail.click()
      await field('New email').fill('nobody')
      await field('Your password').fill('not my password')
      const send = dialog.getByRole('button', { name: app.words.say('Send a code') })
      await send.click()
      await expect(dialog).toContainText(app.words.say('Please enter a valid email'))
      await field('New email').fill(email)
      await send.click()
      await expect(dialog).toContainText(app.words.say('Wrong password.'))
      await expect(field('New email')).toHaveValue(email)
      await expectAccessible(page, 'new address, refused')
      await field('Your password').fill(account.password)
      await send.click()
      const code = await mustReadCode(request, email)
      await expect(field('Code')).toBeVisible()
      await page.reload()
      await expect(page.getByText(account.email)).toBeVisible()
      await changeEmail.click()
      await field('Code').fill(code === '000000' ? '000001' : '000000')
      await changeEmailIn(dialog)
      await expect(dialog).toContainText(app.words.say('Wrong code.'))
      await expectAccessible(page, 'code, refused')
      await field('Code').fill(` ${code.slice(0, 3)} ${code.slice(3)} `)
      await changeEmailIn(dialog)
      await expect(dialog).toBeHidden()
      await expect(page.getByText(email)).toBeVisible()

      function changeEmailIn(where: typeof dialog): Promise<void> {
        return where.getByRole('button', { name: app.words.say('Change email') }).click()
      }
    })

    test('all data come as a file; with no signal every change says why not; the account ends with its phone empty @worker', async ({
      app,
      page,
      request,
      context,
    }) => {
      const account = await createAccount(request, { language })
      await app.auth.signIn(account, '/profile')
      const { dialog } = app.frame
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: app.words.say('Download my data') }).click(),
      ])
      const file = await readFile(await download.path(), 'utf8')
      expect(JSON.parse(file)).toMatchObject({ profile: [{ email: account.email }], vehicles: [] })
      expect(download.suggestedFilename()).toMatch(/^baywise-\d{4}-\d\d-\d\d\.json$/)

      await context.setOffline(true)
      const change = page.getByRole('button', { name: app.words.say('Change email') })
      await expect(change).toContainText(app.words.say('Needs a connection'))
      await goOnline(context)
      await expect(change).not.toContainText(app.words.say('Needs a connection'))

      await page.getByRole('button', { name: app.words.say('Delete account') }).click()
      const password = dialog.getByLabel(app.words.say('Your password'), { exact: true })
      const erase = dialog.getByRole('button', { name: app.words.say('Delete account permanently') })
      await erase.click()
      await expect(dialog).toContainText(app.words.say('This field is required!'))
      await expectAccessible(page, 'delete account')
      await password.fill(account.password)
      await context.setOffline(true)
      await expect(erase).toContainText(app.words.say('Needs a connection'))
      await expect(dialog).toContainText(app.words.say('What you entered is kept.'))
      await expect(password).toHaveValue(account.password)
      await goOnline(context)
      await expect(erase).not.toContainText(app.words.say('Needs a connection'))
      await erase.click()
      await expect(page).toHaveURL('/')
      // The page restarts once more; a query during the restart fails and counts as no result.
      const findOwn = (): Promise<readonly string[] | null> =>
        page
          .evaluate(async () => (await indexedDB.databases()).map(({ name }) => name ?? ''))
          .then((names) => names.filter((name) => name.includes('user')))
          .catch(() => null)
      await expect.poll(findOwn).toEqual([])
      const login = await request.post('/api/v1/auth/login', {
        data: { identifier: account.email, password: account.password },
      })
      expect(login.status()).toBe(401)
    })
  })
}

test('a number is judged once its rules are there; where they never come the provider says what is wrong with it', async ({
  app,
  page,
  request,
}) => {
  await app.auth.signIn(await createAccount(request), '/profile')
  const sent: string[] = []
  page.on('request', (one) => {
    if (one.method() === 'PATCH') sent.push(one.url())
  })
  const { dialog } = app.frame
  const phone = dialog.locator('input[name=phone]')
  const edit = page.getByRole('button', { name: 'Edit profile' })
  const wrong = 'Enter a valid phone number. From another country, start with + and the country code.'

  const { promise: late, resolve: arrive } = Promise.withResolvers<void>()
  await page.route('**/phone-number-*', async (route) => {
    await late
    await route.continue()
  })
  await edit.click()
  await phone.fill('12')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('button', { name: 'Saving…' })).toBeVisible()
  arrive()
  await expect(phone).toHaveAccessibleDescription(wrong)
  await expect(phone).toBeFocused()
  expect(sent, 'sent to the provider').toEqual([])

  await page.unroute('**/phone-number-*')
  await page.route('**/phone-number-*', (route) => route.abort())
  await page.reload()
  await edit.click()
  await phone.fill('12')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert').filter({ hasText: wrong })).toBeVisible()
  await expect(phone).toHaveValue('12')
  await phone.fill('(416) 555-0123')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByText('+14165550123')).toBeVisible()
  expect(sent).toHaveLength(2)
})

import { randomUUID } from 'node:crypto'
import type { APIRequestContext } from '@playwright/test'
import { type Account, createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { changeDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { openConsole } from './open-console.ts'
import { creditsOf, payElsewhere } from './payments.ts'
import type { ProviderProcess } from './provider-process.ts'
import { mailsTo, mustReadCode } from './sandbox-mail.ts'
import { PHONE_IN_ENGLISH } from './views.ts'

/** Simulates a gateway that took C$27 for a payment of C$30. */
async function payAnotherAmount(
  { request, provider }: { readonly request: APIRequestContext; readonly provider: ProviderProcess },
  { accessToken }: Account,
): Promise<string> {
  const started = await request.post('/api/v1/wallet/add-funds', {
    headers: { authorization: `Bearer ${accessToken}`, 'idempotency-key': randomUUID() },
    data: { amount: 3_000, currency: 'CAD' },
  })
  expect(started.status(), await started.text()).toBe(200)
  const { data }: { data: { reference: string } } = await started.json()
  await changeDatabase(provider, [
    ['update sandbox_charges set amount_minor = 2700 where reference = $1', [data.reference]],
  ])
  await payElsewhere(request, data.reference)
  return data.reference
}

/** Ends the wait between two mailed codes of an account. */
const endWaitForMail = (provider: ProviderProcess): Promise<void> =>
  changeDatabase(provider, [[`update attempts set resets_at = now() where bucket like 'mail-again:%'`, []]])

for (const { language, viewport, name: view } of PHONE_IN_ENGLISH) {
  test.describe(`money that waits for a person, ${view}`, () => {
    test.use({ language, viewport })

    test('a payment of another amount is credited and an account disabled, each by a second factor and noted', async ({
      app,
      page,
      provider,
      request,
      words,
    }, info) => {
      const button = (id: string) => page.getByRole('button', { name: words.say(id), exact: true })
      const says = (id: string) => expect(page.getByText(words.say(id), { exact: true }).first()).toBeVisible()
      const picture = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
      const driver = await createAccount(request)
      const reference = await payAnotherAmount({ request, provider }, driver)
      const organisation = `Own staff ${view}`
      const staff = await openConsole(
        { app, page, provider, request },
        { organisation, role: 'staff', language, isForMoney: true },
      )
      const mails = async (): Promise<number> => (await mailsTo(request, staff.email)).length
      const confirm = async () => {
        await endWaitForMail(provider)
        const before = await mails()
        await button('Confirm that it’s you').click()
        await expect.poll(mails).toBeGreaterThan(before)
        await page.getByLabel(words.say('Code'), { exact: true }).fill(await mustReadCode(request, staff.email))
        await button('Confirm').click()
      }

      await page.goto('/operator?show=cases')
      const card = page.getByRole('article').filter({ hasText: reference })
      await expect(card).toContainText(words.say('The payment service took another amount'))
      await expect(card.getByText(/27[.,]00/)).toBeVisible()
      await expect(card.getByText(/30[.,]00/)).toBeVisible()
      await picture('cases')
      await card.getByRole('button', { name: words.say('Credit what was taken') }).click()
      await card.getByRole('button', { name: words.say('Credit what was taken') }).click()
      await expect(page.locator('[name="reason"]')).toBeFocused()
      await expectAccessible(page, 'a money case without a reason')
      await page.locator('[name="reason"]').fill('The gateway took C$27, the driver agrees')
      await card.getByRole('button', { name: words.say('Credit what was taken') }).click()
      await picture('confirm')
      await confirm()
      await expect(card).toHaveCount(0)
      expect(await creditsOf(request, driver)).toEqual([2_700])

      await page.goto('/operator?show=accounts')
      await page.locator('[name="email"]').fill(driver.email)
      await page.locator('[name="reason"]').fill('Asked for by the bank')
      await button('Disable the account').click()
      await confirm()
      await says('The account is disabled.')
      await expectAccessible(page, 'an account that was disabled')
      await picture('accounts')
      const answer = await request.get('/api/v1/wallet', { headers: { authorization: `Bearer ${driver.accessToken}` } })
      expect(answer.status()).toBe(403)

      await page.goto('/operator?show=acts')
      await says('Account disabled')
      await expect(page.getByRole('listitem').filter({ hasText: reference })).toContainText('C$27, the driver agrees')
      await expectAccessible(page, 'what was done about money')
      await picture('acts')
      for (const [section, heading] of [
        ['payouts', 'Owed to car parks'],
        ['charges', 'Fees and taxes'],
      ] as const) {
        await page.goto(`/operator?show=${section}`)
        await expect(page.getByRole('heading', { name: words.say(heading), exact: true })).toBeVisible()
        await expectAccessible(page, heading)
        await picture(section)
      }
    })
  })
}

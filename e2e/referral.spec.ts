import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { changeDatabase } from './database.ts'
import { expect, keepCountry, test, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { Baywise } from './pages/baywise.ts'
import { checkoutOf, mustFindPark } from './parks.ts'
import { mailsTo, mustReadCode } from './sandbox-mail.ts'
import { PHONE_IN_FRENCH } from './views.ts'

test.use(WITH_WORKER)

const PARK = 'Green P Carpark 58'

for (const { name: view, ...shown } of PHONE_IN_FRENCH) {
  test.describe(`referral, ${view}`, () => {
    test.use(shown)

    test('a driver shares a code; who registers with it parks, and both find the credit in their wallets', async ({
      app,
      browser,
      context,
      locale,
      page,
      provider,
      request,
      words,
    }, info) => {
      const one = await createAccount(request, { language: shown.language })
      await app.auth.signIn(one, '/wallet')
      await page.getByRole('link', { name: words.say('Referral'), exact: true }).click()
      await expect(app.frame.heading).toHaveText(words.say('Referral'))
      const own = page.getByText(/[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}/)
      const code = await own.last().innerText()
      await expectAccessible(page, 'a referral code')
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.screenshot({ path: info.outputPath(`referral-${colorScheme}.png`), fullPage: true })
      }
      await untilAllKept(page)
      await whileOffline(context, async () => {
        await page.reload()
        await expect(own.last()).toHaveText(code)
      })
      // The referrer's own code is refused with a message and stays in its field.
      await page.getByLabel(words.say('Referral code'), { exact: true }).fill(code)
      await page.getByRole('button', { name: words.say('Use code'), exact: true }).click()
      await expect(
        page.getByText(
          words.say('This code can’t count for you. Codes are for new drivers, once, from somebody else.'),
        ),
      ).toBeVisible()
      await expect(page.getByLabel(words.say('Referral code'), { exact: true })).toHaveValue(code)

      const other = await browser.newContext({
        baseURL: provider.url,
        locale: locale ?? 'en-CA',
        viewport: shown.viewport,
      })
      await other.addInitScript(keepCountry, 'CA' as const)
      const phone = await other.newPage()
      const theirs = new Baywise(phone, words)
      await phone.goto(`/register?ref=${code}`)
      await expect(phone.getByText(code)).toBeVisible()
      await phone.screenshot({ path: info.outputPath('register.png'), fullPage: true })
      const email = `driver-${code.toLowerCase()}@baywise.test`
      await theirs.auth.email.fill(email)
      await phone.getByRole('button', { name: words.say('Send a code'), exact: true }).click()
      await theirs.auth.code.fill(await mustReadCode(request, email))
      await expect(phone).toHaveURL('/')
      await phone.goto('/wallet/referral')
      await expect(phone.getByText(words.say('Code saved'))).toBeVisible()
      await expectAccessible(phone, 'a code that was entered')
      await phone.screenshot({ path: info.outputPath('entered.png'), fullPage: true })

      await phone.goto(checkoutOf(await mustFindPark(request, PARK)))
      await theirs.checkout.typePlate(`R${code.slice(0, 4)}`)
      await theirs.checkout.pay.click()
      await expect(theirs.frame.heading).toHaveText(words.say('You’re booked'))
      const bookingCode = new URL(phone.url()).searchParams.get('booking_code') ?? ''
      expect(bookingCode).not.toBe('')
      // Ends the stay and the hour before the job checks again.
      await changeDatabase(provider, [
        [
          `update bookings set start_time = start_time - (end_time - now()), end_time = now() where booking_code = $1`,
          [bookingCode.replace('-', '')],
        ],
        [
          `update referrals set check_at = now() where user_id = (select user_id from bookings where booking_code = $1)`,
          [bookingCode.replace('-', '')],
        ],
      ])
      await expect.poll(async () => (await mailsTo(request, one.email)).length, { timeout: 30_000 }).toBe(2)
      for (const [who, name] of [
        [page, 'referrer'],
        [phone, 'friend'],
      ] as const) {
        await who.goto('/wallet')
        await expect(who.getByText(words.say('Referral'), { exact: true }).first()).toBeVisible()
        await expect(who.getByText(/\+.*5[.,]00/).first()).toBeVisible()
        await who.screenshot({ path: info.outputPath(`wallet-${name}.png`), fullPage: true })
      }
      await phone.goto('/wallet/referral')
      await expect(phone.getByText(words.like('{amount} is in your wallet'))).toBeVisible()
      await other.close()
      await page.goto('/wallet/referral')
      await expect(page.locator('strong', { hasText: /5[.,]00/ })).toBeVisible()
      await page.screenshot({ path: info.outputPath('credited.png'), fullPage: true })
    })
  })
}

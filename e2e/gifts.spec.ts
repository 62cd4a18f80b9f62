import { createAccount, newEmail } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, keepCountry, test, WITH_WORKER } from './fixtures.ts'
import { untilInstalled, whileOffline } from './offline.ts'
import { Baywise } from './pages/baywise.ts'
import { mailsTo } from './sandbox-mail.ts'
import { PHONE_IN_FRENCH } from './views.ts'

test.use(WITH_WORKER)

for (const { name: view, ...shown } of PHONE_IN_FRENCH) {
  test.describe(`gifts, ${view}`, () => {
    test.use(shown)

    test('credit is given by email, its code read offline, and redeemed once by who follows the link', async ({
      app,
      browser,
      context,
      locale,
      page,
      provider,
      request,
      words,
    }, info) => {
      const button = (id: string) => page.getByRole('button', { name: words.say(id), exact: true })
      const giver = await createAccount(request, { language: shown.language })
      const friend = await createAccount(request, { language: shown.language })
      const address = newEmail()
      await app.auth.signIn(giver, '/wallet/gifts')
      await untilInstalled(page)
      await button('Buy gift').click()
      await page.getByLabel(words.say('Their email (optional)'), { exact: true }).fill(address)
      await page.getByLabel(/\$/).fill('25')
      await page.screenshot({ path: info.outputPath('gifts.png'), fullPage: true })
      await button('Buy gift').click()
      await expect(button('Share link').first()).toBeVisible()
      await expectAccessible(page, 'gifts')
      await page.screenshot({ path: info.outputPath('gift-bought.png'), fullPage: true })
      await expect.poll(async () => (await mailsTo(request, address)).length, { timeout: 20_000 }).toBe(1)
      const link = /\S+\/wallet\/gifts#\S+/.exec((await mailsTo(request, address))[0]?.text ?? '')?.[0] ?? ''
      const code = link.split('#')[1] ?? ''
      expect(code).toMatch(/^\w{4}(-\w{4}){3}$/)
      await page.goto('/wallet')
      await whileOffline(context, async () => {
        await page.goto('/wallet/gifts')
        await expect(page.getByText(code)).toBeVisible()
      })

      const other = await browser.newContext({
        baseURL: provider.url,
        locale: locale ?? 'en-CA',
        viewport: shown.viewport,
      })
      await other.addInitScript(keepCountry, 'CA' as const)
      const phone = await other.newPage()
      const theirs = new Baywise(phone, words)
      await phone.goto(`/wallet/gifts#${code}`)
      await theirs.auth.sendSignIn(friend)
      const field = phone.getByLabel(words.say('Gift code'), { exact: true })
      await expect(field).toHaveValue(code)
      const add = phone.getByRole('button', { name: words.say('Add to wallet'), exact: true })
      await add.click()
      await expect(phone.getByText(/125[.,]00/)).toBeVisible()
      await phone.screenshot({ path: info.outputPath('gift-received.png'), fullPage: true })
      await expectAccessible(phone, 'a gift that was received')
      await field.fill(code)
      await add.click()
      await expect(phone.getByText(words.say('This gift has already been redeemed.'))).toBeVisible()
      await other.close()

      await page.reload()
      await expect(page.getByText(words.say('Redeemed'), { exact: true })).toBeVisible()
      await page.goto('/wallet')
      await expect(page.getByText(words.say('Gift for somebody')).first()).toBeVisible()
    })
  })
}

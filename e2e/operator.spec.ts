import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, PAGES_ALONE, test } from './fixtures.ts'
import { operate } from './operate.ts'
import { mailsTo, mustReadCode } from './sandbox-mail.ts'
import { languagesOrOnly } from './views.ts'

test.setTimeout(180_000)
test.use({ ...PAGES_ALONE, viewport: { width: 1280, height: 800 } })

for (const language of languagesOrOnly('en')) {
  test.describe(`the operator console, ${language}`, () => {
    test.use({ language })

    test('an invited owner accepts, shows a second factor, and invites others', async ({
      app,
      page,
      provider,
      request,
      words,
    }, info) => {
      const button = (id: string) => page.getByRole('button', { name: words.say(id), exact: true })
      const owner = await createAccount(request, { language })
      const invite = ['invite', owner.email, '--organisation', `Harbour Parking ${language}`, '--role', 'owner']
      await operate(provider, 'operators', ...invite)
      const code = /#invitation=([\w-]+)/.exec((await mailsTo(request, owner.email))[0]?.text ?? '')?.[1] ?? ''
      await page.goto('/car-park-management')
      await expectAccessible(page, 'about the console')
      await page.screenshot({ path: info.outputPath('about.png') })
      await page.goto(`/operator#invitation=${code}`)
      await expect(page).toHaveURL(/\/operator$/)
      await app.auth.signIn(owner, '/operator')
      await button('Accept the invitation').click()
      await button('Continue with a second factor').click()
      await page.getByLabel(words.say('Code'), { exact: true }).fill('12')
      await button('Open the console').click()
      await expect(page.getByText(words.say('The code has 6 digits'))).toBeVisible()
      await expectAccessible(page, 'the second factor')
      await page.getByLabel(words.say('Code'), { exact: true }).fill(await mustReadCode(request, owner.email))
      await button('Open the console').click()
      await expect(page.getByRole('heading', { name: `Harbour Parking ${language}` })).toBeVisible()
      const guest = `manager-${language}@baywise.test`
      await page.goto('/operator?show=people')
      await page.getByLabel(words.say('Email'), { exact: true }).fill(guest)
      await button('Send the invitation').click()
      await expect(page.getByRole('list', { name: words.say('Invited') }).getByText(guest)).toBeVisible()
      await expectAccessible(page, 'people of the console')
      await page.screenshot({ path: info.outputPath('people.png') })
      await page.setViewportSize({ width: 360, height: 740 })
      await page.screenshot({ path: info.outputPath('people-phone.png'), fullPage: true })
      expect((await mailsTo(request, guest))[0]?.text).toContain('/operator#invitation=')
    })
  })
}

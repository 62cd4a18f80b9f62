import { createAccount, newEmail } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { openConsole } from './open-console.ts'
import { operate } from './operate.ts'
import { Baywise } from './pages/baywise.ts'
import { mustFindPark } from './parks.ts'
import { mailsTo, mustReadCode } from './sandbox-mail.ts'
import { languagesOrOnly } from './views.ts'

test.use({ viewport: { width: 1280, height: 800 } })

/** Car parks of one organisation; the manager may act for the first. */
const OWN_PARKS = ['Green P Carpark 158', 'Green P Carpark 161'] as const

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

    test('a manager sees and changes the car park that is theirs alone, staff see its day alone, neither sees payouts', async ({
      browser,
      provider,
      request,
      words,
    }, info) => {
      const organisation = `Two Quays ${language}`
      const codes = await Promise.all(
        OWN_PARKS.map(async (name) => (await mustFindPark(request, name)).slug.split('-').at(-1)?.toUpperCase() ?? ''),
      )
      const [park = '', other = ''] = codes
      await operate(
        provider,
        'operators',
        'invite',
        newEmail(),
        '--organisation',
        organisation,
        '--role',
        'owner',
        ...codes.flatMap((code) => ['--park', code]),
      )
      const open = async (role: 'manager' | 'staff') => {
        const context = await browser.newContext({
          baseURL: provider.url,
          locale: `${language}-CA`,
          viewport: { width: 1280, height: 800 },
        })
        const page = await context.newPage()
        const app = new Baywise(page, words)
        await openConsole({ app, page, provider, request }, { organisation, role, language, park })
        const pages = page.getByRole('navigation', { name: words.say('Console') }).getByRole('link')
        const names = (await pages.allTextContents()).map((name) => name.trim())
        return { context, page, names, say: (id: string) => words.say(id) }
      }
      const manager = await open('manager')
      for (const id of ['Today', 'Car parks', 'Prices', 'Closures', 'Coupons', 'Orders'])
        expect(manager.names).toContain(words.say(id))
      for (const id of ['Statements', 'Plans', 'People', 'Changes']) expect(manager.names).not.toContain(words.say(id))
      const { page } = manager
      await page.goto('/operator?show=statements')
      await expect(page.getByText(words.say('Owed before'))).toHaveCount(0)
      await page.goto(`/operator?show=parks&park=${other}`)
      await expect(page.getByRole('main')).toContainText(OWN_PARKS[0])
      await expect(page.getByRole('main')).not.toContainText(OWN_PARKS[1])
      const name = page.locator('[name="name"]')
      await name.fill(`Quay One ${language}`)
      await page
        .locator('form')
        .filter({ has: name })
        .getByRole('button', { name: words.say('Save'), exact: true })
        .click()
      await expect(
        page
          .getByRole('status')
          .filter({ hasText: words.say('Saved') })
          .first(),
      ).toBeVisible()
      await page.screenshot({ path: info.outputPath('manager.png') })
      await manager.context.close()

      const staff = await open('staff')
      expect(staff.names).toEqual([words.say('Today')])
      await staff.page.goto('/operator?show=parks')
      await expect(staff.page.getByRole('main')).toContainText(`Quay One ${language}`)
      await expect(staff.page.locator('[name="name"]')).toHaveCount(0)
      await expectAccessible(staff.page, 'the day that staff see')
      await staff.page.screenshot({ path: info.outputPath('staff.png') })
      await staff.context.close()
    })
  })
}

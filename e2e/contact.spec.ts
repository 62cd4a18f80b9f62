import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { mailsTo } from './sandbox-mail.ts'
import { languagesOrOnly } from './views.ts'

test.use(WITH_WORKER)

const INBOX = 'contact@baywise.test'

for (const language of languagesOrOnly('en')) {
  test.describe(`messages, ${language}`, () => {
    test.use({ language })

    test('a demo that a driver asks for with no signal waits, and reaches the inbox when the signal is back', async ({
      app,
      context,
      page,
      request,
      words,
    }, info) => {
      const label = (id: string) => page.getByLabel(words.say(id), { exact: true })
      const button = (id: string) => page.getByRole('button', { name: words.say(id), exact: true })
      const text = `Two car parks ${crypto.randomUUID()}`
      const account = await createAccount(request, { language })
      await app.auth.signIn(account, '/book-demo')
      await expect(button('Ask for a demo')).toBeVisible()
      await untilAllKept(page)
      await whileOffline(context, async () => {
        await page.goto('/book-demo')
        await button('Ask for a demo').click()
        await expect(page.getByText(words.say('This field is required!')).first()).toBeVisible()
        await label('Your name').fill('Awa')
        await label('Your email').fill('nobody@host')
        await label('Your car parks, and what you would like to see').fill(text)
        await button('Ask for a demo').click()
        await expect(page.getByText(words.say('Please enter a valid email'))).toBeVisible()
        await label('Your email').fill('awa@parc.example')
        await expectAccessible(page, 'a demo, offline')
        await button('Ask for a demo').click()
        await expect(page.getByText(words.say('Will be sent when the signal is back'))).toBeVisible()
        await expect(page.getByText(words.say('Sent'), { exact: true })).toHaveCount(0)
        await page.screenshot({ path: info.outputPath('waits.png'), fullPage: true })
      })
      await expect(page.getByText(words.say('Sent'), { exact: true })).toBeVisible({ timeout: 30_000 })
      await page.screenshot({ path: info.outputPath('sent.png'), fullPage: true })
      const own = async () => (await mailsTo(request, INBOX)).filter((mail) => mail.text.includes(text))
      await expect.poll(async () => (await own()).length, { timeout: 20_000 }).toBe(1)
      expect((await own())[0]?.text).toContain('awa@parc.example')
      await page.goto('/activity')
      await expect(page.getByText(text)).toBeVisible()
      await expectAccessible(page, 'activity with a message')
    })

    test('a visitor’s message is kept while there is no signal, and sent with one', async ({
      context,
      page,
      request,
      words,
    }, info) => {
      const label = (id: string) => page.getByLabel(words.say(id), { exact: true })
      const button = (id: string) => page.getByRole('button', { name: words.say(id), exact: true })
      const text = `Where is my car? ${crypto.randomUUID()}`
      await page.goto('/help#contact')
      await expect(button('Send message')).toBeVisible()
      await untilAllKept(page)
      await whileOffline(context, async () => {
        await page.goto('/help#contact')
        await label('Your name').fill('Awa')
        await label('Your email').fill('awa@parc.example')
        await label('Your message').fill(text)
        await expect(page.getByText(words.like('{doing} needs a connection.')).first()).toBeVisible()
        await expectAccessible(page, 'a message, offline')
        await page.screenshot({ path: info.outputPath('visitor-offline.png'), fullPage: true })
      })
      await page.reload()
      await expect(label('Your message')).toHaveValue(text)
      await button('Send message').click()
      await expect(page.getByText(words.say('Sent'), { exact: true })).toBeVisible({ timeout: 30_000 })
      await page.screenshot({ path: info.outputPath('visitor-sent.png'), fullPage: true })
      const own = async () => (await mailsTo(request, INBOX)).filter((mail) => mail.text.includes(text))
      await expect.poll(async () => (await own()).length, { timeout: 20_000 }).toBe(1)
      await page.reload()
      await expect(label('Your message')).toHaveValue('')
    })
  })
}

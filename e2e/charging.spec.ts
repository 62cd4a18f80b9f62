import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { mailsTo } from './sandbox-mail.ts'
import { languagesOrOnly } from './views.ts'

const UNION_STATION = { latitude: 43.6453, longitude: -79.3806 }

for (const language of languagesOrOnly('fr')) {
  test.describe(`charging, ${language}`, () => {
    test.use({ language, geolocation: UNION_STATION, permissions: ['geolocation'] })

    test('car parks with chargers are listed with what parking and charging cost, filtered, and there with no signal @worker', async ({
      context,
      page,
      words,
    }, info) => {
      const button = (id: string) => page.getByRole('button', { name: words.say(id), exact: true })
      await page.goto('/electric-vehicle-charging')
      await button('Near me').click()
      const list = page.getByRole('list', { name: words.say('Car parks with chargers') })
      await expect(list.getByRole('listitem').first()).toBeVisible()
      const all = await list.getByRole('listitem').count()
      await page.getByRole('button', { name: 'CCS', exact: true }).click()
      await expect(list.getByRole('listitem').first()).toContainText('CCS')
      await expect.poll(() => list.getByRole('listitem').count()).toBeLessThan(all)
      await expect(page).toHaveURL(/filters=ccs/)
      await expectAccessible(page, 'car parks with chargers')
      await page.screenshot({ path: info.outputPath('ccs.png'), fullPage: true })

      await button('Free now').click()
      await expect(page.getByText(words.say('No car parks match these filters'))).toBeVisible()
      await button('Clear filters').click()
      await expect(list.getByRole('listitem')).toHaveCount(all)

      await list.getByRole('link').first().click()
      await expect(page.getByRole('heading', { name: words.say('Charging'), exact: true })).toBeVisible()
      await expectAccessible(page, 'a car park with chargers')
      await page.getByRole('heading', { name: words.say('Charging'), exact: true }).scrollIntoViewIfNeeded()
      await page.screenshot({ path: info.outputPath('park.png') })

      await untilAllKept(page)
      await whileOffline(context, async () => {
        await page.goto('/electric-vehicle-charging?filters=ccs')
        // Uses the place of the last search or the phone's position, neither of which needs a connection.
        await button('Near me').click()
        await expect(list.getByRole('listitem').first()).toContainText('CCS')
        await page.screenshot({ path: info.outputPath('offline.png') })
      })
    })

    test('a charger offered with no signal waits, and reaches us when the signal is back @worker', async ({
      app,
      context,
      page,
      request,
      words,
    }, info) => {
      const label = (id: string) => page.getByLabel(words.say(id), { exact: true })
      const button = (id: string) => page.getByRole('button', { name: words.say(id), exact: true })
      const text = `Behind the house ${crypto.randomUUID()}`
      const account = await createAccount(request, { language })
      await app.auth.signIn(account, '/rent-out-ev-charger')
      await expect(button('Send request')).toBeVisible()
      await untilAllKept(page)
      await whileOffline(context, async () => {
        await page.goto('/rent-out-ev-charger')
        await button('Send request').click()
        await expect(page.getByText(words.say('Enter a number from 1 to 500')).first()).toBeVisible()
        await label('Street and number').fill('12 Front Street')
        await label('City').fill('Toronto')
        await label('Country').selectOption('CA')
        await label('Number of spaces').fill('1')
        await page.locator('[name="hourly"]').fill('three')
        await label('Number of chargers').fill('1')
        await label('Power in kW (optional)').fill('7.4')
        await page.locator('[name="price"]').fill('0.30')
        await label('How drivers get in, and when it’s free').fill(text)
        await button('Send request').click()
        await expect(page.getByText(words.say('Enter an amount, such as 2.50'))).toBeVisible()
        await expect(label('Street and number')).toHaveValue('12 Front Street')
        await page.locator('[name="hourly"]').fill('3.50')
        await button('I’m there now: use my location').click()
        await expect(button('Location added')).toBeVisible()
        await expectAccessible(page, 'a charger offered, offline')
        await page.screenshot({ path: info.outputPath('form.png'), fullPage: true })
        await button('Send request').click()
        await expect(page.getByText(words.say('Will be sent when the signal is back'))).toBeVisible()
      })
      await expect(page.getByText(words.say('Sent'), { exact: true })).toBeVisible({ timeout: 30_000 })
      const own = async () =>
        (await mailsTo(request, 'contact@baywise.test')).filter((mail) => mail.text.includes(text))
      await expect.poll(async () => (await own()).length, { timeout: 20_000 }).toBe(1)
      expect((await own())[0]?.text).toContain('12 Front Street, Toronto, CA')
      await page.goto('/activity')
      await expect(page.getByText(text)).toBeVisible()
    })
  })
}

test('what a visitor fills in for a space is there again after a reload', async ({ page, words }) => {
  await page.goto('/rent-out-space')
  await page.getByLabel(words.say('Street and number'), { exact: true }).fill('5 Market Road')
  await page.getByLabel(words.say('Number of spaces'), { exact: true }).fill('3')
  await page.reload()
  await expect(page.getByLabel(words.say('Street and number'), { exact: true })).toHaveValue('5 Market Road')
  await expect(page.getByLabel(words.say('Number of spaces'), { exact: true })).toHaveValue('3')
  await expect(page.getByLabel(words.say('Connector'), { exact: true })).toHaveCount(0)
  await expectAccessible(page, 'a space offered')
})

import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, keepCountry, test } from './fixtures.ts'
import { whileOffline } from './offline.ts'
import { openConsole } from './open-console.ts'
import { Baywise } from './pages/baywise.ts'
import { mustFindPark } from './parks.ts'
import { languagesOrOnly } from './views.ts'

test.use({ viewport: { width: 360, height: 740 } })

/** One for each language, because a car park belongs to a single organisation. */
const OWN_PARK = { en: 'Green P Carpark 36', fr: 'Green P Carpark 39' } as const

for (const language of languagesOrOnly('fr')) {
  test.describe(`what an operator sells, ${language}`, () => {
    test.use({ language })

    test('a day bundle is put on sale, dearer, ordered, handed over and taken back; another order is refused; a monthly pass is sold and ended', async ({
      app,
      browser,
      context,
      page,
      provider,
      request,
      words,
    }, info) => {
      const button = (id: string) => page.getByRole('button', { name: words.say(id), exact: true })
      const named = (name: string) => page.locator(`[name="${name}"]`)
      const says = (id: string) => expect(page.getByText(words.say(id), { exact: true }).first()).toBeVisible()
      const { slug } = await mustFindPark(request, OWN_PARK[language])
      const park = slug.split('-').at(-1)?.toUpperCase() ?? ''
      const organisation = `Selling Parking ${language}`
      await openConsole({ app, page, provider, request }, { organisation, language, park })
      const bundle = { en: `Ten days ${language}`, fr: `Dix jours ${language}` }

      await page.goto('/operator?show=products')
      await says('Your car parks sell nothing in the marketplace yet.')
      await named('limit').fill('100')
      await named('stock').fill('-3')
      await named('price').fill('0')
      await button('Sell it').click()
      await expect(named('name_en')).toBeFocused()
      for (const text of [
        'This field is required!',
        'Enter a price above 0.',
        'Enter a whole number, or leave it empty.',
        'Enter a whole number from 1 to 99.',
      ])
        await says(text)
      await expectAccessible(page, 'a new item, refused')
      await page.screenshot({ path: info.outputPath('item-refused.png'), fullPage: true })
      await named('name_en').fill(` ${bundle.en}\u0000 `)
      await named('name_fr').fill(bundle.fr)
      await named('details_en').fill('Valid for a year')
      await named('details_fr').fill('Valables un an')
      await named('price').fill('40')
      // Prices of Toronto's own car parks include taxes.
      await expect(page.getByText(/40[.,]00/)).toBeVisible()
      await named('stock').fill('5')
      await named('limit').fill('3')
      await whileOffline(context, async () => {
        await expect(page.getByText(words.like('{doing} needs a connection.')).first()).toBeVisible()
        await expectAccessible(page, 'items of an operator, offline')
      })
      await button('Sell it').click()
      const items = page.getByRole('region', { name: words.say('Items') })
      await expect(items).toContainText(bundle[language])
      await expectAccessible(page, 'items of an operator')
      await page.screenshot({ path: info.outputPath('items.png'), fullPage: true })

      await button('Price and pieces').click()
      const change = page.getByRole('form', { name: words.say('Change') })
      await change.getByRole('button', { name: words.say('Save') }).click()
      await says('Nothing is changed.')
      await change.locator('[name="price"]').fill('50')
      await expectAccessible(page, 'an item that is changed')
      await page.screenshot({ path: info.outputPath('item-change.png'), fullPage: true })
      await change.getByRole('button', { name: words.say('Save') }).click()
      await expect(items).toContainText(/50[.,]00/)

      const driver = await createAccount(request, { language })
      const theirs = await browser.newContext({ baseURL: provider.url, locale: `${language}-CA` })
      await theirs.addInitScript(keepCountry, 'CA' as const)
      const phone = new Baywise(await theirs.newPage(), words)
      await phone.auth.signIn(driver, '/marketplace')
      const order = async (): Promise<string> => {
        await phone.page.goto('/marketplace')
        await phone.marketplace.add(bundle[language])
        await phone.marketplace.toCart.click()
        await phone.marketplace.pay.click()
        await expect(phone.frame.heading).toHaveText(words.like('Order {code}'))
        return phone.page.url().split('/').at(-1) ?? ''
      }
      const first = await order()

      await page.goto('/operator?show=orders')
      const card = (code: string) => page.getByRole('article').filter({ hasText: code })
      const step = (code: string, id: string) => card(code).getByRole('button', { name: words.say(id), exact: true })
      await expectAccessible(page, 'orders of an operator')
      await page.screenshot({ path: info.outputPath('orders.png'), fullPage: true })
      for (const id of ['Accept the order', 'Begin the work', 'Handed over']) await step(first, id).click()
      await says('No orders here.')
      const shown = page.getByLabel(words.say('Which orders'))
      await shown.selectOption('completed')
      await step(first, 'Take pieces back').click()
      await card(first).getByRole('textbox').fill('2')
      await card(first)
        .getByRole('button', { name: words.like('Refund {money}') })
        .click()
      await expect(card(first).getByText(words.like('Enter how many came back, {left} at most.'))).toBeVisible()
      await card(first).getByRole('textbox').fill('1')
      await expect(
        card(first)
          .getByText(/50[.,]00/)
          .last(),
      ).toBeVisible()
      await expectAccessible(page, 'pieces that come back')
      await page.screenshot({ path: info.outputPath('return.png'), fullPage: true })
      await card(first)
        .getByRole('button', { name: words.like('Refund {money}') })
        .click()
      await says('No orders here.')
      await shown.selectOption('returned')
      await expect(card(first)).toContainText(/50[.,]00/)

      const second = await order()
      await shown.selectOption('open')
      await step(second, 'Refuse the order').click()
      await card(second)
        .getByRole('button', { name: words.like('Refuse and give {money} back') })
        .click()
      await says('Enter the reason.')
      await card(second).getByRole('textbox').fill('The last one was <b>damaged</b>')
      await expectAccessible(page, 'an order that is refused')
      await page.screenshot({ path: info.outputPath('order-refuse.png'), fullPage: true })
      await card(second)
        .getByRole('button', { name: words.like('Refuse and give {money} back') })
        .click()
      await says('No orders here.')
      await phone.page.reload()
      await phone.frame.expectText('Back in your wallet')
      await expect(phone.page.getByText('The last one was <b>damaged</b>')).toBeVisible()
      await phone.page.goto('/wallet')
      await expect(phone.wallet.balance).toHaveText(/100[.,]00/)
      await theirs.close()

      await page.goto('/operator?show=products')
      await page.getByLabel(words.say('Kind of item')).selectOption('monthly_pass')
      await named('name_en').fill('Weekday pass')
      await named('name_fr').fill('Abonnement semaine')
      await named('price').fill('165')
      await named('hours').selectOption('week')
      await named('from1').fill('06:00')
      await named('at_once').fill('many')
      await button('Sell it').click()
      await says('Enter both times of every day that is open, in steps of 5 minutes.')
      await says('Enter a whole number.')
      await expectAccessible(page, 'a new monthly pass, refused')
      await page.screenshot({ path: info.outputPath('pass-refused.png'), fullPage: true })
      await named('to1').fill('20:00')
      await named('at_once').fill('3')
      await button('Sell it').click()
      const pass = page
        .getByRole('article')
        .filter({ hasText: language === 'en' ? 'Weekday pass' : 'Abonnement semaine' })
      await pass.getByRole('button', { name: words.say('Stop selling') }).click()
      await expectAccessible(page, 'the question before an item is sold no more')
      await page.screenshot({ path: info.outputPath('stop.png'), fullPage: true })
      await pass.getByRole('button', { name: words.say('Stop selling') }).click()
      await expect(pass).toContainText(words.say('Sold no more'))
      await page.goto('/operator?show=changes')
      for (const noted of ['Product added', 'Product changed', 'Order updated', 'Order returned']) await says(noted)
    })
  })
}

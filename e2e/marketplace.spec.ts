import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { operate } from './operate.ts'

test.setTimeout(150_000)

const NAMES = {
  en: { shade: 'Sunshade', holder: 'Phone holder' },
  fr: { shade: 'Pare-soleil', holder: 'Support de téléphone' },
} as const

for (const language of ['en', 'fr'] as const) {
  test.describe(`marketplace, ${language}`, () => {
    test.use({ language })
    const { shade, holder } = NAMES[language]

    test('a cart is filled with no signal, and emptied by another country', async ({ app, context, page, request }) => {
      const account = await createAccount(request)
      await app.auth.signIn(account, '/marketplace')
      await app.marketplace.add(holder)
      await untilAllKept(page)
      await whileOffline(context, async () => {
        await page.goto('/marketplace')
        await app.marketplace.add(shade)
        await app.marketplace.toCart.click()
        await expect(page.getByText(/45[.,]20/).first()).toBeVisible()
        await app.frame.expectText('Needs a connection')
        await app.frame.expectText('Changing the country empties this cart.')
      })
      await page.goto('/')
      await app.frame.openMenu()
      await app.frame.button('Settings').click()
      await app.frame.expectText('If you change region, your shopping cart is emptied.')
      await app.frame.button('Change country/Region').click()
      await app.frame.chooseCountry('Nigeria')
      await page.goto('/cart')
      await expect(app.marketplace.isEmpty).toBeVisible()
      await page.goto('/')
      await app.frame.openMenu()
      await app.frame.button('Settings').click()
      await app.frame.button('Change country/Region').click()
      await app.frame.chooseCountry('Canada')
      await page.goto('/cart')
      await expect(app.marketplace.isEmpty).toBeVisible()
    })

    test('a price that has changed since is shown before it is paid', async ({ app, page, provider, request }) => {
      const listed = await operate(provider, 'products', 'list')
      const id = new RegExp(String.raw`^(\d+)  CA .*First-aid kit$`, 'm').exec(listed)?.[1] ?? ''
      const kit = language === 'en' ? 'First-aid kit' : 'Trousse de secours'
      const account = await createAccount(request)
      await app.auth.signIn(account, '/marketplace')
      await app.marketplace.add(kit)
      await operate(provider, 'products', 'price', id, language === 'en' ? '40.00' : '41.00')
      await app.marketplace.toCart.click()
      await app.marketplace.pay.click()
      await app.frame.expectText('The price is now {total}')
      await app.frame.expectText('was {former}')
      await expectAccessible(page, 'a price that changed')
      await app.marketplace.pay.click()
      await expect(app.frame.heading).toHaveText(app.words.like('Order {code}'))
    })
  })
}

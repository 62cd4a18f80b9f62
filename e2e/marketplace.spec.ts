import type { APIRequestContext } from '@playwright/test'
import type { Order } from '../src/contract/orders.ts'
import { type Account, createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { operate } from './operate.ts'
import { languagesOrOnly, PHONE_IN_FRENCH } from './views.ts'

const NAMES = {
  en: { shade: 'Sunshade', holder: 'Phone holder' },
  fr: { shade: 'Pare-soleil', holder: 'Support de téléphone' },
} as const

async function readOrder(request: APIRequestContext, account: Account, code: string): Promise<Order> {
  const headers = { authorization: `Bearer ${account.accessToken}` }
  return ((await (await request.get(`/api/v1/orders/${code}`, { headers })).json()) as { data: Order }).data
}

for (const { name: view, ...shown } of PHONE_IN_FRENCH) {
  test.describe(`marketplace, ${view}`, () => {
    test.use(shown)
    const { shade, holder } = NAMES[shown.language]

    test('a cart with a coupon is ordered, completed, and comes back in part @worker', async ({
      app,
      context,
      page,
      provider,
      request,
    }, info) => {
      const account = await createAccount(request)
      await app.auth.signIn(account, '/marketplace')
      await expect(app.frame.heading).toHaveText(app.words.say('Marketplace'))
      await app.marketplace.add(shade)
      await app.marketplace.add(holder)
      await app.marketplace.oneMore(holder)
      await expectAccessible(page, 'the marketplace')
      await page.screenshot({ path: info.outputPath('marketplace.png') })
      await app.marketplace.toCart.click()
      await app.marketplace.addCoupon('BAY10 BAY10')
      await app.frame.expectText('Only one coupon can be used at a time.')
      await app.marketplace.addCoupon('bay10')
      // C$22.00 + 2 x C$18.00 less 10 %, plus 13 % HST.
      await expect(app.marketplace.pay).toHaveText(/58[.,]98/)
      await expectAccessible(page, 'the cart')
      await page.screenshot({ path: info.outputPath('cart.png'), fullPage: true })
      await app.marketplace.pay.click()
      await expect(app.frame.heading).toHaveText(app.words.like('Order {code}'))
      const code = page.url().split('/').at(-1) ?? ''
      await app.frame.expectText('Received')
      await expectAccessible(page, 'an order')
      for (const verb of ['accept', 'process', 'complete']) await operate(provider, 'orders', verb, code)
      const { lines } = await readOrder(request, account, code)
      const shadeId = lines.find(({ names }) => names.en === 'Sunshade')?.product_id
      await operate(provider, 'orders', 'return', code, `${String(shadeId)}=1`)
      await page.reload()
      await app.frame.expectText('Completed')
      await app.frame.expectText('Back in your wallet')
      // C$22.00 less 10 %, plus tax.
      await expect(page.getByText(/22[.,]37/)).toBeVisible()
      await page.screenshot({ path: info.outputPath('order.png'), fullPage: true })
      await page.goto('/orders')
      await app.frame.expectText('Showing {from} to {to} of {total} entries')
      await expectAccessible(page, 'the orders')
      await untilAllKept(page)
      await whileOffline(context, async () => {
        await page.goto(`/orders/${code}`)
        await expect(app.frame.heading).toHaveText(app.words.like('Order {code}'))
      })
    })

    test('a cart is filled with no signal, and emptied by another country @worker', async ({
      app,
      context,
      page,
      request,
    }) => {
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
      await app.frame.openSettings()
      await app.frame.expectText('If you change region, your shopping cart is emptied.')
      await app.frame.button('Change country/Region').click()
      await app.frame.chooseCountry('Nigeria')
      await page.goto('/cart')
      await expect(app.marketplace.isEmpty).toBeVisible()
      await page.goto('/')
      await app.frame.openSettings()
      await app.frame.button('Change country/Region').click()
      await app.frame.chooseCountry('Canada')
      await page.goto('/cart')
      await expect(app.marketplace.isEmpty).toBeVisible()
    })
  })
}

for (const language of languagesOrOnly('en')) {
  test.describe(`marketplace, ${language}`, () => {
    test.use({ language })
    const { holder } = NAMES[language]

    test('a cart is paid by card: kept while it is paid, ordered once, and whole again when the payment fails', async ({
      app,
      page,
      request,
    }, info) => {
      const account = await createAccount(request)
      await app.auth.signIn(account, '/marketplace')
      await app.marketplace.add(holder)
      await app.marketplace.toCart.click()
      await app.payments.method('Card').check()
      await expectAccessible(page, 'the cart, to be paid by card')
      await page.screenshot({ path: info.outputPath('cart-card.png'), fullPage: true })
      await app.marketplace.payByCard.click()
      await expect(page).toHaveURL(/\/payment\?payment_reference=bw-/)
      await app.frame.expectText('We hold your order until then. If you pay later, the money goes to your wallet.')
      await expectAccessible(page, 'payment, order kept')
      await app.frame.button('Continue to the payment page').click()
      await app.payments.choose('fail')
      await app.frame.expectText(
        'Nothing was charged, and your cart is kept. If the payment still arrives, the money goes to your wallet.',
      )
      await page.goto('/cart')
      await app.payments.method('Card').check()
      await app.marketplace.payByCard.click()
      await expect(page).toHaveURL(/\/payment\?payment_reference=bw-/)
      await page.goto('/wallet')
      await app.frame.expectText('Payment of {money} for your order is not finished')
      await app.frame.link('Pay now').click()
      await app.frame.button('Continue to the payment page').click()
      await app.payments.choose('pay')
      await expect(app.frame.heading).toHaveText(app.words.like('Order {code}'))
      await app.frame.expectText('Accepted')
      const code = page.url().split('/').at(-1) ?? ''
      expect(await readOrder(request, account, code)).toMatchObject({ stage: 'accepted', paid: true, total: 2034 })
      await page.goto('/cart')
      await expect(app.marketplace.isEmpty).toBeVisible()
      await page.goto('/wallet')
      await expect(app.wallet.balance).toHaveText(/100[.,]00/)
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

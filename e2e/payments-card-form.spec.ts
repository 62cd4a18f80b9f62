import { startFakeStripe } from '../tests/gateways/support/fake-stripe.ts'
import type { FakeGateway } from '../tests/gateways/support/gateway-server.ts'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test as base } from './fixtures.ts'
import { creditsOf } from './payments.ts'
import { ProviderProcess } from './provider-process.ts'
import { DECLINED_CARD, GOOD_CARD, routeStripe } from './stripe-stand-in.ts'

/** A provider with the card gateway's test keys, whose gateway is a small server in this process. */
const test = base.extend<object, { stripe: FakeGateway }>({
  stripe: [
    async ({ browserName: _unneeded }, provide) => {
      const stripe = await startFakeStripe()
      await provide(stripe)
      await stripe.close()
    },
    { scope: 'worker' },
  ],
  provider: [
    async ({ stripe }, provide) => {
      const { secretKey = '', webhookSecret = '', url = '' } = stripe.config.stripe ?? {}
      const provider = await ProviderProcess.start({
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_PUBLISHABLE_KEY: 'pk_test_stripe',
        STRIPE_WEBHOOK_SECRET: webhookSecret,
        STRIPE_URL: url,
      })
      await provide(provider)
      await provider.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
})

test('a card is typed into the gateway’s own frame: a declined one is told, a good one fills the wallet', async ({
  app,
  context,
  page,
  request,
  stripe,
}) => {
  const account = await createAccount(request)
  let reference = ''
  const asked = await routeStripe(context, () => stripe.settle(reference, 'paid'))
  await app.auth.signIn(account, '/wallet/add-funds')
  await app.payments.amount.fill('25')
  await expect(page.getByText(app.words.like('Demo: no real money'))).toBeHidden()
  await app.payments.next.click()
  await expect(page).toHaveURL(/\/payment\?payment_reference=bw-/)
  reference = new URL(page.url()).searchParams.get('payment_reference') ?? ''

  const card = page.frameLocator('iframe').getByLabel('Card number')
  await card.fill(DECLINED_CARD)
  await expectAccessible(page, 'card form of the gateway')
  const pay = page.getByRole('button', { name: app.words.like('Pay {money}') })
  await pay.click()
  await expect(app.frame.alert('The payment didn’t go through')).toContainText('Your card was declined.')
  expect(await creditsOf(request, account)).toEqual([])

  await card.fill(GOOD_CARD)
  await pay.click()
  await expect(app.payments.isCredited).toContainText('C$25.00')
  expect(await creditsOf(request, account)).toEqual([2_500])

  const [script] = asked
  expect(script?.pathname).toMatch(/^\/[a-z]+\/stripe\.js$/)
  const frame = asked.find(({ pathname }) => pathname === '/inner')
  expect(Object.fromEntries(frame?.searchParams ?? [])).toMatchObject({
    kind: 'payment',
    key: 'pk_test_stripe',
    locale: 'en',
  })
})

test('the page runs and frames what comes from the card gateway, and nothing from anywhere else', async ({
  context,
  page,
  pageErrors,
}) => {
  // Trusted Types refuses the address before any request is made.
  pageErrors.allow(/^console\.error: This document requires 'TrustedScriptURL' assignment/)
  await routeStripe(context, () => undefined)
  const strangers: string[] = []
  await context.route(/^https:\/\/(?!([a-z]+\.)*stripe\.com\/)/, (route) => {
    strangers.push(route.request().url())
    return route.abort()
  })
  await page.goto('/wallet')
  const load = (url: string): Promise<boolean> =>
    page.evaluate(
      (src) =>
        new Promise<boolean>((resolve) => {
          const script = Object.assign(document.createElement('script'), { src })
          script.addEventListener('load', () => resolve(true))
          script.addEventListener('error', () => resolve(false))
          document.head.append(script)
        }),
      url,
    )
  expect(await load('https://js.stripe.com/v3/')).toBe(true)
  await expect(load('https://js.stripe.com.example.test/v3/')).rejects.toThrow(/TrustedScriptURL/)
  await expect(load('https://stripe.com/v3/')).rejects.toThrow(/TrustedScriptURL/)
  expect(strangers).toEqual([])
})

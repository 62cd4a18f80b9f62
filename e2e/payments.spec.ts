import { randomUUID } from 'node:crypto'
import type { APIRequestContext, Route } from '@playwright/test'
import { type Account, type CountryCode, createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilInstalled, whileOffline } from './offline.ts'
import { Baywise } from './pages/baywise.ts'
import type { Language } from './words.ts'

test.setTimeout(120_000)

/** Top-ups in the wallet as the provider itself has them, minor units. */
async function creditsOf(request: APIRequestContext, { accessToken }: Account): Promise<readonly number[]> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await request.get('/api/v1/wallet/transactions', { headers, params: { size: 100 } })
  expect(answer.status()).toBe(200)
  const { items }: { items: { kind: string; amount: number }[] } = await answer.json()
  return items.filter(({ kind }) => kind === 'top_up').map(({ amount }) => amount)
}

/** The driver pays on the gateway's page, and this browser hears nothing of it. */
async function payElsewhere(request: APIRequestContext, reference: string): Promise<void> {
  const answer = await request.post(`/sandbox/pay/${reference}?outcome=pay`)
  expect(answer.status()).toBe(200)
}

const isVerify = (url: URL): boolean => url.pathname === '/api/v1/wallet/verify-payment'
const callback = (reference: string): string => `/wallet/callback?payment_reference=${reference}`

test.describe('a top-up', () => {
  test('that is paid is in the wallet when the driver comes back', async ({ app, page, request }) => {
    const account = await createAccount(request)
    await app.auth.signIn(account, '/wallet')
    await expect(app.wallet.balance).toHaveText('C$100.00')
    await app.frame.link('Top up').click()
    await app.frame.expectText('Sandbox, no real money')
    await app.payments.amount.fill('abc')
    await app.payments.next.click()
    await app.frame.expectText('Enter an amount, such as 20.')
    await expectAccessible(page, 'top up, amount refused')
    await app.payments.amount.fill('25')
    await app.frame.expectText('Top-up fee')
    await expectAccessible(page, 'top up, price shown')
    await app.payments.next.click()
    await app.payments.choose('pay')
    await expect(app.payments.isCredited).toContainText('C$25.00')
    await app.frame.expectText('Sandbox, no real money')
    await expect(page.getByText('C$125.00')).toBeVisible()
    await expectAccessible(page, 'top-up paid')
    await app.frame.link('Open the wallet').click()
    await expect(app.wallet.balance).toHaveText('C$125.00')
    await expect(app.wallet.transaction(app.words.like('Top-up'))).toContainText('+C$25.00')
    expect(await creditsOf(request, account)).toEqual([2_500])
  })

  test('that fails says so, charges nothing and can be tried again with the same amount', async ({
    app,
    page,
    request,
  }) => {
    const account = await createAccount(request)
    await app.auth.signIn(account, '/wallet')
    await app.payments.startTopUp('30')
    await app.payments.choose('fail')
    await expect(app.frame.alert('The payment failed')).toBeVisible()
    await expectAccessible(page, 'top-up failed')
    await app.frame.link('Try again').click()
    await expect(app.payments.amount).toHaveValue('30')
    expect(await creditsOf(request, account)).toEqual([])
  })

  test('that is abandoned waits in the wallet and is paid later, once', async ({ app, page, request }) => {
    const account = await createAccount(request)
    await app.auth.signIn(account, '/wallet')
    await app.payments.startTopUp('40')
    await app.payments.choose('abandon')
    await app.frame.expectText('You left the payment page')
    await expectAccessible(page, 'top-up abandoned')
    await page.goto('/wallet')
    await app.frame.expectText('Top-up of {money} is not finished')
    await expectAccessible(page, 'wallet, a top-up that is not finished')
    await app.frame.button('Pay now').click()
    await app.payments.choose('pay')
    await expect(app.payments.isCredited).toContainText('C$40.00')
    await page.goto('/wallet')
    await expect(app.wallet.balance).toHaveText('C$140.00')
    await expect(page.getByText(app.words.like('Top-up of {money} is not finished'))).toBeHidden()
    expect(await creditsOf(request, account)).toEqual([4_000])
  })

  test('typed with no connection is kept through a restart and offered again, never sent by itself', async ({
    app,
    context,
    page,
    request,
  }) => {
    const account = await createAccount(request)
    await app.auth.signIn(account, '/wallet')
    await expect(app.wallet.balance).toHaveText('C$100.00')
    await untilInstalled(page)
    const starts: string[] = []
    context.on(
      'request',
      (sent) => sent.url().endsWith('/add-funds') && sent.method() === 'POST' && starts.push('start'),
    )
    await whileOffline(context, async () => {
      await page.goto('/wallet/add-funds')
      await app.frame.expectText('Needs a connection')
      await app.payments.amount.fill('15')
      await app.frame.button('Keep this amount').click()
      await app.frame.expectText('Kept on this phone until there is a connection. Nothing is sent by itself.')
      await expectAccessible(page, 'top up with no signal, an amount kept')
      await page.goto('/wallet')
      await expect(page.getByText('Top-up of C$15.00')).toBeVisible()
    })
    await app.frame.expectText('The connection is back. Continue when you like.')
    expect(starts).toEqual([])
    await app.frame.button('Continue to payment').click()
    await app.payments.choose('pay')
    await expect(app.payments.isCredited).toContainText('C$15.00')
    expect(await creditsOf(request, account)).toEqual([1_500])
  })

  test('whose answer is lost is asked for with the same key: one payment', async ({ app, context, page, request }) => {
    const account = await createAccount(request)
    await app.auth.signIn(account, '/wallet')
    const keys: (string | undefined)[] = []
    const lose = async (route: Route): Promise<void> => {
      keys.push(route.request().headers()['idempotency-key'])
      await route.fetch()
      await route.abort('connectionfailed')
    }
    await context.route('**/api/v1/wallet/add-funds', lose)
    await page.goto('/wallet/add-funds')
    await app.payments.amount.fill('20')
    await app.payments.next.click()
    await expect(app.frame.button('Ask again')).toBeVisible({ timeout: 20_000 })
    await context.unroute('**/api/v1/wallet/add-funds', lose)
    await app.frame.button('Ask again').click()
    await app.payments.choose('pay')
    await expect(app.payments.isCredited).toContainText('C$20.00')
    expect(new Set(keys).size).toBe(1)
    const headers = { authorization: `Bearer ${account.accessToken}` }
    const { total }: { total: number } = await (await request.get('/api/v1/payments', { headers })).json()
    expect(total).toBe(1)
  })
})

test.describe('the way back from the gateway', () => {
  test('fault 44: the connection is lost between payment and return: told when it is back, one credit', async ({
    app,
    context,
    page,
    request,
  }) => {
    const account = await createAccount(request)
    await app.auth.signIn(account, '/wallet')
    await untilInstalled(page)
    const reference = await app.payments.startTopUp('25')
    await payElsewhere(request, reference)
    await whileOffline(context, async () => {
      await page.goto(callback(reference))
      await app.frame.expectText(
        'Your payment is not lost. What became of it is asked for as soon as the connection is back; do not pay again before that.',
      )
      await expectAccessible(page, 'back from the gateway with no signal')
    })
    await expect(app.payments.isCredited).toContainText('C$25.00', { timeout: 30_000 })
    expect(await creditsOf(request, account)).toEqual([2_500])
  })

  test('fault 44: the driver returns twice: the same answer, one credit', async ({ app, page, request }) => {
    const account = await createAccount(request)
    await app.auth.signIn(account, '/wallet')
    const reference = await app.payments.startTopUp('25')
    await app.payments.choose('pay')
    await expect(app.payments.isCredited).toContainText('C$25.00')
    await page.goto(callback(reference))
    await expect(app.payments.isCredited).toContainText('C$25.00')
    await page.goBack()
    await page.goForward()
    await expect(app.payments.isCredited).toContainText('C$25.00')
    expect(await creditsOf(request, account)).toEqual([2_500])
  })

  test('fault 44: in another tab while the first one asks: it is said, both tell the outcome, one credit', async ({
    app,
    context,
    page,
    request,
    words,
  }) => {
    const account = await createAccount(request)
    await app.auth.signIn(account, '/wallet')
    const reference = await app.payments.startTopUp('25')
    await payElsewhere(request, reference)
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const asked: string[] = []
    await context.route(isVerify, async (route) => {
      asked.push(route.request().url())
      await held
      await route.continue()
    })
    await page.goto(callback(reference))
    await expect.poll(() => asked.length).toBe(1)
    const other = new Baywise(await context.newPage(), words)
    await other.page.goto(callback(reference))
    await other.frame.expectText('Payment verification already in progress')
    await expectAccessible(other.page, 'verification in another tab')
    expect(asked).toHaveLength(1)
    release()
    await expect(app.payments.isCredited).toContainText('C$25.00')
    await expect(other.payments.isCredited).toContainText('C$25.00')
    expect(await creditsOf(request, account)).toEqual([2_500])
  })

  test('another driver’s payment is not found, and an address without one leads to the wallet', async ({
    app,
    page,
    request,
  }) => {
    const { accessToken } = await createAccount(request)
    const started = await request.post('/api/v1/wallet/add-funds', {
      headers: { authorization: `Bearer ${accessToken}`, 'idempotency-key': randomUUID() },
      data: { amount: 2_500, currency: 'CAD' },
    })
    const { data }: { data: { reference: string } } = await started.json()
    await app.auth.signIn(await createAccount(request), callback(data.reference))
    await expect(app.frame.alert('This payment could not be found.')).toBeVisible()
    await page.goto('/wallet/callback')
    await app.frame.expectText('This address names no payment')
    await expectAccessible(page, 'callback without a payment')
    await app.frame.link('Open the wallet').click()
    await expect(page).toHaveURL('/wallet')
  })
})

interface CountryCase {
  readonly country: CountryCode
  readonly language: Language
  readonly amount: string
  readonly credited: string
  readonly balance: string
}

const COUNTRIES: readonly CountryCase[] = [
  { country: 'NG', language: 'en', amount: '1,500', credited: '₦1,500.00', balance: '₦21,500.00' },
  { country: 'SN', language: 'fr', amount: '2500', credited: '2 500 F CFA', balance: '22 500 F CFA' },
  { country: 'US', language: 'en', amount: '12.50', credited: '$12.50', balance: '$112.50' },
  { country: 'CA', language: 'fr', amount: '12,50', credited: '12,50 $', balance: '112,50 $' },
]

for (const { country, language, amount, credited, balance } of COUNTRIES) {
  test.describe(`in ${country}, in ${language}`, () => {
    test.use({ country, language })

    test('money is written as the country writes it, from the amount to the balance', async ({
      app,
      page,
      request,
    }) => {
      const account = await createAccount(request, { country, language })
      await app.auth.signIn(account, '/wallet')
      await app.payments.startTopUp(amount)
      await app.payments.choose('pay')
      await expect(app.payments.isCredited).toContainText(credited)
      await page.goto('/wallet')
      await expect(app.wallet.balance).toHaveText(balance)
      await expect(app.wallet.transactions.first()).toContainText(`+${credited}`)
    })
  })
}

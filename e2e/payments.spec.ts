import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Route } from '@playwright/test'
import { type Account, type CountryCode, createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { bookAt, listBookings, mustFindPark, stayFromNow, stayQuery } from './parks.ts'
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

test.describe('a booking paid at the gateway', () => {
  /** Two weeks: more than the welcome credit. */
  const openCheckout = async (request: APIRequestContext): Promise<string> => {
    const { slug } = await mustFindPark(request, 'Green P Carpark 58')
    return `/checkout/${slug}?${stayQuery(stayFromNow({ hours: 24 * 14 }))}`
  }

  test('is kept while the driver pays, and opens its pass when the payment is confirmed', async ({
    app,
    page,
    request,
  }) => {
    const account = await createAccount(request)
    await app.auth.signIn(account, await openCheckout(request))
    await app.checkout.typePlate('CKTB 482')
    await app.frame.expectText('{0} is missing in your wallet')
    await app.payments.method('Card').check()
    await expectAccessible(page, 'checkout, to be paid at the gateway')
    await app.payments.payByCard.click()
    await expect(page).toHaveURL(/\/payment\?payment_reference=bw-/)
    await expect(page.getByRole('timer')).toContainText(/^1[45]:\d\d /)
    await app.frame.expectText('Sandbox, no real money')
    await expectAccessible(page, 'payment, space kept')
    // A held space is no booking yet.
    expect(await listBookings(request, account)).toHaveLength(0)
    await app.frame.button('Continue to the payment page').click()
    await app.payments.choose('pay')
    await expect(page).toHaveURL(/\/booking-success\?booking_code=/)
    await expect(app.frame.heading).toHaveText(app.words.say('Booked'))
    await expectAccessible(page, 'booked and paid')
    await app.frame.link('Show pass').click()
    await expect(app.bookings.qr).toBeVisible()
    expect(await listBookings(request, account)).toHaveLength(1)
    await page.goto('/wallet')
    await expect(app.wallet.balance).toHaveText('C$100.00')
  })

  test('whose payment fails gives the space back, charges nothing and says so', async ({ app, page, request }) => {
    const account = await createAccount(request)
    await app.auth.signIn(account, await openCheckout(request))
    await app.checkout.typePlate('CKTB 482')
    await app.payments.method('Card').check()
    await app.payments.payByCard.click()
    await app.frame.button('Continue to the payment page').click()
    await app.payments.choose('fail')
    await expect(app.frame.alert('The payment failed')).toBeVisible()
    await app.frame.expectText(
      'Nothing was charged, and the space is free again. Should the payment come after all, the space is booked again if there is room, else the money is in your wallet.',
    )
    await expectAccessible(page, 'payment of a booking failed')
    const active = (await listBookings(request, account)).filter(({ status }) => status === 'active')
    expect(active).toHaveLength(0)
  })

  test('that is abandoned waits in the wallet with its time, and the old addresses lead to the same page', async ({
    app,
    page,
    request,
  }) => {
    await app.auth.signIn(await createAccount(request), await openCheckout(request))
    await app.checkout.typePlate('CKTB 482')
    await app.payments.method('Card').check()
    await app.payments.payByCard.click()
    await app.frame.button('Continue to the payment page').click()
    await app.payments.choose('abandon')
    await app.frame.expectText('You left the payment page')
    await page.goto(page.url().replace('/payment/success', '/payment-success'))
    await expect(page).toHaveURL(/\/payment\/success\?payment_reference=/)
    await page.goto('/wallet')
    await app.frame.expectText('Payment of {money} for {park} is not finished')
    await app.frame.link('Pay now').click()
    await expect(page.getByRole('timer')).toBeVisible()
    await app.frame.button('Continue to the payment page').click()
    await app.payments.choose('pay')
    await expect(page).toHaveURL(/\/booking-success\?booking_code=/)
  })
})

test.describe('the wallet', () => {
  test('shows, searches and prints what was paid, and gives it as a file, also with no signal', async ({
    app,
    context,
    page,
    request,
  }) => {
    const account = await createAccount(request)
    const park = await mustFindPark(request, 'Green P Carpark 58')
    await bookAt(request, account, { park, stay: stayFromNow(), plate: 'CKTB482' })
    await app.auth.signIn(account, '/wallet')
    await expect(app.wallet.transactions).toHaveCount(2)
    // A job numbers receipts after the booking.
    await expect(async () => {
      await page.goto('/wallet')
      await app.frame.link('Receipts').click()
      await expect(app.wallet.transactions).toHaveCount(1, { timeout: 2_000 })
    }).toPass({ timeout: 60_000 })
    // To the end: what is half behind the bar below would count as too small a target.
    await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
    await expectAccessible(page, 'wallet, receipts')
    await app.wallet.transactions.getByRole('link').click()
    await expect(app.frame.heading).toHaveText(/CA-\d{6}/)
    await app.frame.expectText('Tax in all')
    await expectAccessible(page, 'receipt')
    await page.emulateMedia({ media: 'print' })
    await expect(app.frame.button('Print or save as PDF')).toBeHidden()
    await expect(page.getByRole('navigation').first()).toBeHidden()
    await page.emulateMedia({ media: 'screen' })

    await untilInstalled(page)
    const receipt = page.url()
    await whileOffline(context, async () => {
      await page.goto(receipt)
      await app.frame.expectText('Tax in all')
      await page.goto('/wallet')
      await app.payments.search.fill('carpark 58')
      await expect(app.wallet.transactions).toHaveCount(1)
      await app.payments.search.fill('nowhere')
      await app.frame.expectText('None found')
      const saved = page.waitForEvent('download')
      await app.frame.button('Statement (CSV)').click()
      const text = await readFile(await (await saved).path(), 'utf8')
      expect(text.trim().split('\r\n')).toHaveLength(3)
      await app.frame.expectText('No connection: the file holds what is saved on this phone.')
    })
  })

  test('gives back what was paid in, and takes the request back', async ({ app, page, request }) => {
    await app.auth.signIn(await createAccount(request), '/wallet')
    await app.frame.link('Withdraw').click()
    await app.frame.expectText(
      'There is nothing to withdraw. Only money that you paid in and have not spent goes back; a welcome credit does not.',
    )
    await app.payments.startTopUp('25')
    await app.payments.choose('pay')
    await expect(app.payments.isCredited).toBeVisible()
    await page.goto('/wallet/withdraw')
    await app.payments.amount.fill('26')
    await app.frame.button('Request the withdrawal').click()
    await app.frame.expectText('Enter an amount up to {most}.')
    await expectAccessible(page, 'withdrawal, amount refused')
    await app.payments.amount.fill('10')
    await app.frame.button('Request the withdrawal').click()
    await app.frame.expectText('Requested: the amount is held')
    await expectAccessible(page, 'withdrawal requested')
    await page.goto('/wallet')
    await app.frame.expectText('{0} more is held for a withdrawal')
    await page.goto('/wallet/withdraw')
    await app.frame.button('Take it back').click()
    await app.frame.expectText('Taken back')
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

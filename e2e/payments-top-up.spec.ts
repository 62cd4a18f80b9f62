import type { Route } from '@playwright/test'
import { type CountryCode, createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { creditsOf } from './payments.ts'
import type { Language } from './words.ts'
import { toTheEnd } from './scroll.ts'

test.describe('a top-up', () => {
  test('that is paid is in the wallet when the driver comes back', async ({ app, page, request }) => {
    const account = await createAccount(request)
    await app.auth.signIn(account, '/wallet')
    await expect(app.wallet.balance).toHaveText('C$100.00')
    await app.frame.link('Top up').click()
    await app.frame.expectText('Demo: no real money')
    await app.payments.amount.fill('abc')
    await app.payments.next.click()
    await app.frame.expectText('Enter an amount, such as 20.')
    await expectAccessible(page, 'top up, amount refused')
    await app.payments.amount.fill('25')
    await app.frame.expectText('{name}: no service fee.')
    await expectAccessible(page, 'top up, price shown')
    await app.payments.next.click()
    await app.payments.choose('pay')
    await expect(app.payments.isCredited).toContainText('C$25.00')
    await app.frame.expectText('Demo: no real money')
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
    await expect(app.frame.alert('The payment didn’t go through')).toBeVisible()
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
    await toTheEnd(page)
    await expectAccessible(page, 'wallet, a top-up that is not finished')
    await app.frame.button('Pay now').click()
    await app.payments.choose('pay')
    await expect(app.payments.isCredited).toContainText('C$40.00')
    await page.goto('/wallet')
    await expect(app.wallet.balance).toHaveText('C$140.00')
    await expect(page.getByText(app.words.like('Top-up of {money} is not finished'))).toBeHidden()
    expect(await creditsOf(request, account)).toEqual([4_000])
  })

  test('typed with no connection is kept through a restart and offered again, never sent by itself @worker', async ({
    app,
    context,
    page,
    request,
  }) => {
    const account = await createAccount(request)
    await app.auth.signIn(account, '/wallet')
    await expect(app.wallet.balance).toHaveText('C$100.00')
    await untilAllKept(page)
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
      await app.frame.expectText('Kept on this phone until you’re connected. Nothing is sent without you.')
      await expectAccessible(page, 'top up with no signal, an amount kept')
      await page.goto('/wallet')
      await expect(page.getByText('Top-up of C$15.00')).toBeVisible()
    })
    await app.frame.expectText('You’re back online. Continue when you’re ready.')
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
    await expect(app.frame.button('Try again')).toBeVisible({ timeout: 20_000 })
    // Tapping the same amount again continues the same payment.
    const before = keys.length
    await app.payments.next.click()
    await expect.poll(() => keys.length).toBeGreaterThan(before)
    await expect(app.payments.next).toBeVisible({ timeout: 20_000 })
    await expect(app.frame.button('Try again')).toHaveCount(1)
    await context.unroute('**/api/v1/wallet/add-funds', lose)
    await app.frame.button('Try again').click()
    await app.payments.choose('pay')
    await expect(app.payments.isCredited).toContainText('C$20.00')
    expect(new Set(keys).size).toBe(1)
    const headers = { authorization: `Bearer ${account.accessToken}` }
    const { total }: { total: number } = await (await request.get('/api/v1/payments', { headers })).json()
    expect(total).toBe(1)
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
      await app.frame.link('Top up').click()
      await expect(page.getByRole('group', { name: app.words.say('Common amounts') })).toBeVisible()
      // Nothing is wider than the phone.
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    })
  })
}

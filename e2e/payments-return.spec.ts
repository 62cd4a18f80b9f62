import { randomUUID } from 'node:crypto'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { Baywise } from './pages/baywise.ts'
import { callback, creditsOf, isVerify, payElsewhere } from './payments.ts'

test.describe('the way back from the gateway', () => {
  test('fault 44: the connection is lost between payment and return: told when it is back, one credit @worker', async ({
    app,
    context,
    page,
    request,
  }) => {
    const account = await createAccount(request)
    await app.auth.signIn(account, '/wallet')
    await untilAllKept(page)
    const reference = await app.payments.startTopUp('25')
    await payElsewhere(request, reference)
    await whileOffline(context, async () => {
      await page.goto(callback(reference))
      await app.frame.expectText(
        'Your payment isn’t lost. We check it as soon as you’re back online. Don’t pay again before then.',
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
    await app.frame.expectText('No payment to show')
    await expectAccessible(page, 'callback without a payment')
    await app.frame.link('Open the wallet').click()
    await expect(page).toHaveURL('/wallet')
  })
})

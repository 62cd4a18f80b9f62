import type { APIRequestContext } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { endTimeToPay, setCapacity } from './database.ts'
import { expect, test } from './fixtures.ts'
import type { Baywise } from './pages/baywise.ts'
import { type KnownPark, listBookings, mustFindPark, stayFromNow, stayQuery } from './parks.ts'
import { callback, creditsOf, payElsewhere } from './payments.ts'

test('a top-up that was not paid in time says so, and counts all the same when it is paid after all', async ({
  app,
  page,
  provider,
  request,
}) => {
  const account = await createAccount(request)
  await app.auth.signIn(account, '/wallet')
  const reference = await app.payments.startTopUp('25')
  await endTimeToPay(provider, reference)
  await page.goto(callback(reference))
  await expect(app.frame.alert('Time to pay has run out')).toBeVisible()
  await app.frame.expectText('Nothing was charged. If the payment still arrives, it goes to your wallet.')
  await expectAccessible(page, 'top-up expired')
  await expect(app.frame.link('Try again')).toBeVisible()
  expect(await creditsOf(request, account)).toEqual([])

  await payElsewhere(request, reference)
  await page.goto(callback(reference))
  await expect(app.payments.isCredited).toContainText('C$25.00')
  await app.frame.expectText('Your payment arrived late but still counts.')
  expect(await creditsOf(request, account)).toEqual([2_500])
})

test.describe('a payment that comes after its hold has ended', () => {
  /** Rarely used by other tests: one below sets its capacity to 0 for a moment. */
  const findPark = (request: APIRequestContext): Promise<KnownPark> => mustFindPark(request, 'Green P Carpark 34')

  /** Holds a space for two weeks, which costs more than the welcome credit. Returns the payment's reference. */
  async function holdTooLong(app: Baywise, park: KnownPark): Promise<string> {
    await app.page.goto(`/checkout/${park.slug}?${stayQuery(stayFromNow({ hours: 24 * 14 }))}`)
    await app.checkout.typePlate('CKTB 482')
    await app.payments.method('Card').check()
    await app.payments.payByCard.click()
    await expect(app.page).toHaveURL(/\/payment\?payment_reference=bw-/)
    return new URL(app.page.url()).searchParams.get('payment_reference') ?? ''
  }

  test('books again where there is room, and says so', async ({ app, page, provider, request }) => {
    const account = await createAccount(request)
    await app.auth.signIn(account, '/wallet')
    const reference = await holdTooLong(app, await findPark(request))
    await endTimeToPay(provider, reference)
    await payElsewhere(request, reference)
    await page.goto(`/payment/success?payment_reference=${reference}`)
    await app.frame.expectText('Your payment arrived late, but a space was still free, so it’s booked for you.')
    await expectAccessible(page, 'late payment, booked again')
    await app.frame.link('Show pass').click()
    await expect(app.bookings.qr).toBeVisible()
    expect(await listBookings(request, account)).toHaveLength(1)
  })

  test('is in the wallet where there is none, and says so', async ({ app, page, provider, request }) => {
    const [account, park] = [await createAccount(request), await findPark(request)]
    await app.auth.signIn(account, '/wallet')
    const reference = await holdTooLong(app, park)
    await endTimeToPay(provider, reference)
    await setCapacity(provider, park.id, 0)
    await payElsewhere(request, reference)
    await setCapacity(provider, park.id, park.capacity)
    await page.goto(`/payment/success?payment_reference=${reference}`)
    await app.frame.expectText(
      'Your payment arrived too late and the space was gone. The full amount is in your wallet.',
    )
    await expectAccessible(page, 'late payment, no space')
    const active = (await listBookings(request, account)).filter(({ status }) => status === 'active')
    expect(active).toHaveLength(0)
    expect(await creditsOf(request, account)).toHaveLength(1)
  })
})

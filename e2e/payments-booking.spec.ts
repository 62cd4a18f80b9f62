import type { APIRequestContext } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { listBookings, mustFindPark, stayFromNow, stayQuery } from './parks.ts'

test.describe('a booking paid at the gateway', () => {
  /** Two weeks cost more than the welcome credit. */
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
    await app.frame.expectText('You need {0} more in your wallet')
    await app.payments.method('Card').check()
    await expectAccessible(page, 'checkout, to be paid at the gateway')
    await app.payments.payByCard.click()
    await expect(page).toHaveURL(/\/payment\?payment_reference=bw-/)
    await expect(page.getByRole('timer')).toContainText(/^1[45]\u00A0min /)
    await app.frame.expectText('Demo: no real money')
    await expectAccessible(page, 'payment, space kept')
    // A held space is not a booking yet.
    expect(await listBookings(request, account)).toHaveLength(0)
    await app.frame.button('Continue to the payment page').click()
    await app.payments.choose('pay')
    await expect(page).toHaveURL(/\/booking-success\?booking_code=/)
    await expect(app.frame.heading).toHaveText(app.words.say('You’re booked'))
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
    await expect(app.frame.alert('The payment didn’t go through')).toBeVisible()
    await app.frame.expectText(
      'Nothing was charged and the space was released. If the payment still arrives, we book it again if a space is free. If not, the money goes to your wallet.',
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

import type { Booking } from '../src/contract/bookings.ts'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilInstalled, whileOffline } from './offline.ts'
import { operate } from './operate.ts'
import { checkoutOf, mustFindPark } from './parks.ts'
import { PHONE_IN_ENGLISH } from './views.ts'

test.use(WITH_WORKER)

const PARK = 'Green P Carpark 58'

for (const { name: view, ...shown } of PHONE_IN_ENGLISH) {
  test.describe(`a coupon at checkout, ${view}`, () => {
    test.use(shown)

    test('a wrong one keeps what was entered, a right one is a line of the price and of the booking', async ({
      app,
      context,
      page,
      provider,
      request,
    }, info) => {
      const account = await createAccount(request, { language: shown.language })
      await app.auth.signIn(account, checkoutOf(await mustFindPark(request, PARK)))
      await untilInstalled(page)
      await app.checkout.typePlate('CKTB 482')
      const field = page.getByRole('textbox', { name: app.words.say('Coupon') })
      await app.marketplace.addCoupon('NOTHING1')
      await app.frame.expectText('This coupon doesn’t exist here.')
      await expect(field).toHaveValue('NOTHING1')
      await app.marketplace.addCoupon('BAY10')
      await app.frame.expectText('This coupon can’t be used here.')
      await app.frame.button('Remove coupon').click()
      await whileOffline(context, async () => {
        await field.fill('park10')
        await app.frame.expectText('Needs a connection')
        await expect(field).toHaveValue('park10')
      })
      const before = await app.checkout.pay.textContent()
      await app.marketplace.addCoupon('park10')
      const line = page.getByText(app.words.like('Coupon {0}'), { exact: true })
      await expect(line).toBeVisible()
      await expect(app.checkout.pay).not.toHaveText(before ?? '')
      await expect(app.checkout.plate).toHaveValue('CKTB 482')
      await expectAccessible(page, 'checkout with a coupon')
      await field.or(app.frame.button('Remove coupon')).scrollIntoViewIfNeeded()
      await page.screenshot({ path: info.outputPath('coupon-light.png') })
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.screenshot({ path: info.outputPath('coupon-dark.png') })
      await page.emulateMedia({ colorScheme: 'light' })
      await app.checkout.pay.click()
      await expect(app.frame.heading).toHaveText(app.words.say('You’re booked'))
      const headers = { authorization: `Bearer ${account.accessToken}` }
      const listed = (await (await request.get('/api/v1/bookings/list', { headers })).json()) as { items: Booking[] }
      expect(listed.items[0]?.lines).toContainEqual(expect.objectContaining({ kind: 'coupon', code: 'PARK10' }))
      expect(await operate(provider, 'promo', 'list')).toMatch(/CA {2}PARK10 {2}10 % {2}used [1-9]/)

      await page.goto(checkoutOf(await mustFindPark(request, PARK)))
      await app.checkout.typePlate('CKTB 483')
      await app.marketplace.addCoupon('PARK10')
      await expect(line).toBeVisible()
      await app.checkout.pay.click()
      await app.frame.expectText('You’ve already used this coupon.')
      await expect(app.checkout.plate).toHaveValue('CKTB 483')
      await page.screenshot({ path: info.outputPath('coupon-used.png'), fullPage: true })
      await app.frame.button('Remove coupon').click()
      await app.checkout.pay.click()
      await expect(app.frame.heading).toHaveText(app.words.say('You’re booked'))
    })
  })
}

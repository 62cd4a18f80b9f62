import type { Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { checkoutOf, mustFindPark, stayFromNow, stayQuery } from './parks.ts'

const PARK = 'Green P Carpark 58'
const PLATE = 'CKTB 482'
const CARD = 'Pass'

/** Counts animations and vibrations, across reloads. */
function countMoments(): void {
  const count = (name: string) => sessionStorage.setItem(name, String(Number(sessionStorage.getItem(name) ?? 0) + 1))
  const animate: Element['animate'] = Reflect.get(Element.prototype, 'animate')
  Element.prototype.animate = function counted(...args) {
    count('moved')
    return animate.apply(this, args)
  }
  navigator.vibrate = () => {
    count('felt')
    return true
  }
}

const momentsOf = (page: Page): Promise<readonly (string | null)[]> =>
  page.evaluate(() => ['moved', 'felt'].map((name) => sessionStorage.getItem(name)))

test.describe('the moment of arrival', () => {
  test.use({ contextOptions: { reducedMotion: 'no-preference' } })

  test('a stay paid from the wallet becomes its pass once; reload, going back and no connection show it still @worker', async ({
    app,
    context,
    page,
    request,
  }) => {
    await context.addInitScript(countMoments)
    await app.auth.signIn(await createAccount(request), checkoutOf(await mustFindPark(request, PARK)))
    await app.checkout.typePlate(PLATE)
    await app.checkout.pay.click()
    await expect(app.frame.heading).toHaveText(app.words.say('You’re booked'))
    const card = page.getByRole('region', { name: app.words.say(CARD), exact: true })
    await expect(card).toContainText('CKTB482')
    await expect(card.getByRole('img', { name: app.words.say('QR code of your pass') })).toBeVisible()
    // The card, the ring, the check.
    expect(await momentsOf(page)).toEqual(['3', '1'])
    for (const name of ['Directions', 'Calendar', 'Share']) await expect(app.frame.button(name)).toBeVisible()
    await expectAccessible(page, 'booked')
    await page.reload()
    await expect(app.bookings.qr).toBeVisible()
    await app.frame.link('Show pass').click()
    await expect(page).toHaveURL(/\/pass$/)
    await page.goBack()
    await expect(app.frame.heading).toHaveText(app.words.say('You’re booked'))
    await untilAllKept(page)
    await whileOffline(context, async () => {
      await page.reload()
      await expect(app.bookings.qr).toBeVisible()
      await expect(page.getByText(app.words.say('Ready offline'))).toBeVisible()
    })
    expect(await momentsOf(page)).toEqual(['3', '1'])
  })

  test('a stay paid at the payment service is not shown again as just booked when its page is opened again', async ({
    app,
    context,
    page,
    request,
  }) => {
    await context.addInitScript(countMoments)
    const { slug } = await mustFindPark(request, PARK)
    await app.auth.signIn(
      await createAccount(request),
      `/checkout/${slug}?${stayQuery(stayFromNow({ hours: 24 * 14 }))}`,
    )
    await app.checkout.typePlate(PLATE)
    await app.payments.method('Card').check()
    await app.payments.payByCard.click()
    await app.frame.button('Continue to the payment page').click()
    await app.payments.choose('pay')
    await expect(app.frame.heading).toHaveText(app.words.say('You’re booked'))
    await expect(app.bookings.qr).toBeVisible()
    expect((await momentsOf(page))[0]).toBe('3')
    // Back to the payment service's page, and from there to the result again.
    const code = new URL(page.url()).searchParams.get('booking_code') ?? ''
    const [payment] = await page.evaluate(() => performance.getEntriesByType('navigation').map(({ name }) => name))
    await page.goto(payment ?? '')
    await expect(page).toHaveURL(`/booking-success?booking_code=${code}`)
    await expect(app.bookings.qr).toBeVisible()
    expect((await momentsOf(page))[0]).toBe('3')
  })
})

test('where motion is reduced nothing moves', async ({ app, context, page, request }) => {
  await context.addInitScript(countMoments)
  await app.auth.signIn(await createAccount(request), checkoutOf(await mustFindPark(request, PARK)))
  await app.checkout.typePlate(PLATE)
  await app.checkout.pay.click()
  await expect(app.frame.heading).toHaveText(app.words.say('You’re booked'))
  expect(await momentsOf(page)).toEqual([null, '1'])
})

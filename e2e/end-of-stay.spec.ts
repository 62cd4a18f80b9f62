import { createAccount, newEmail } from './account.ts'
import { expectAccessible } from './axe.ts'
import { changeDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { bookAt, checkoutOf, mustFindPark, stayFromNow } from './parks.ts'

const PARK = 'Green P Carpark 288'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

for (const language of ['en', 'fr'] as const) {
  test.describe(`the end of a stay in ${language}`, () => {
    test.use({ language, viewport: { width: 360, height: 740 } })

    test('what is owed for an earlier booking stands above the running one, and on its pass', async ({
      app,
      page,
      request,
      words,
    }, info) => {
      const account = await createAccount(request)
      const park = await mustFindPark(request, PARK)
      const plate = 'CKTB531'
      const first = await bookAt(request, account, { park, stay: stayFromNow({ hours: 1 }), plate })
      const next = await bookAt(request, account, { park, stay: stayFromNow({ inHours: 2, hours: 1 }), plate })
      await app.auth.signIn(account, '/bookings')
      await expect(app.bookings.rows('Now and next')).toHaveCount(2)
      await page.clock.setFixedTime(Date.parse(first.end_time) + HOUR_MS + 5 * MINUTE_MS)
      await page.goto('/')
      await app.frame.expectText('Your new booking doesn’t pay for the time until {0}.')
      await app.frame.expectText('Parked until {until}')
      await expect(page.getByRole('button', { name: words.like('Pay {cost} now') })).toHaveCount(1)
      await expectAccessible(page, 'an unpaid overstay above a running booking')
      await page.screenshot({ path: info.outputPath('home-over-and-running.png') })
      await page.goto(`/booking-details/${next.booking_code}/pass`)
      await expect(app.bookings.qr).toBeVisible()
      await app.frame.expectText('Your new booking doesn’t pay for the time until {0}.')
      await expectAccessible(page, 'a pass after an unpaid overstay')
      await page.screenshot({ path: info.outputPath('pass-over-before.png'), fullPage: true })
    })

    test('the pass is amber while there is time to leave, and red afterwards', async ({ app, page, request }) => {
      const account = await createAccount(request)
      const park = await mustFindPark(request, PARK)
      const booking = await bookAt(request, account, { park, stay: stayFromNow({ hours: 1 }), plate: 'CKTB534' })
      await app.auth.signIn(account, '/bookings')
      await expect(app.bookings.rows('Now and next')).toHaveCount(1)
      const left = page.locator('[data-phase][data-now]')
      await page.clock.setFixedTime(Date.parse(booking.end_time) + 3 * MINUTE_MS)
      await page.goto(`/booking-details/${booking.booking_code}/pass`)
      await app.frame.expectText('{0} to leave')
      for (const text of await left.all()) await expect(text).toHaveCSS('color', 'rgb(138, 90, 0)')
      await expectAccessible(page, 'a pass in its grace')
      await page.goto('/')
      const [extend, pass] = await Promise.all(
        ['Extend', 'Pass'].map((name) => app.frame.link(name).first().boundingBox()),
      )
      // Both buttons share one row, below the text: beside the text they took four lines in French.
      expect(extend?.y).toBe(pass?.y)
      await page.goto(`/booking-details/${booking.booking_code}/pass`)
      await page.clock.setFixedTime(Date.parse(booking.end_time) + HOUR_MS)
      await page.reload()
      await app.frame.expectText('Ended')
      for (const text of await left.all()) await expect(text).toHaveCSS('color', 'rgb(179, 38, 30)')
      await page.setViewportSize({ width: 1280, height: 800 })
      const pay = await page.getByRole('button', { name: app.words.like('Pay {cost} now') }).boundingBox()
      expect(pay?.width).toBeLessThanOrEqual(480)
    })

    test('leaving early is offered on home and on the pass while that gives something back', async ({
      app,
      page,
      request,
      words,
    }, info) => {
      const account = await createAccount(request)
      const park = await mustFindPark(request, PARK)
      const booking = await bookAt(request, account, { park, stay: stayFromNow({ hours: 3 }), plate: 'CKTB532' })
      await app.auth.signIn(account, '/bookings')
      await expect(app.bookings.rows('Now and next')).toHaveCount(1)
      await page.clock.setFixedTime(Date.parse(booking.start_time) + 20 * MINUTE_MS)
      await page.goto('/')
      const leave = page.getByRole('link', { name: words.like('Leave now: {back} back') })
      await expect(leave).toBeVisible()
      await expectAccessible(page, 'leaving early on home')
      await page.screenshot({ path: info.outputPath('home-leave.png') })
      await leave.click()
      await expect(app.bookings.dialog).toHaveAccessibleName(words.say('Leave early'))
      await page.goto(`/booking-details/${booking.booking_code}/pass`)
      await expect(leave).toBeVisible()
      await page.screenshot({ path: info.outputPath('pass-leave.png'), fullPage: true })
      await page.clock.setFixedTime(Date.parse(booking.end_time) - 4 * MINUTE_MS)
      await page.reload()
      await expect(app.bookings.qr).toBeVisible()
      await expect(leave).toHaveCount(0)
    })

    test('a guest pays an overstay: what is missing by card, then what is owed, before the exit', async ({
      app,
      page,
      provider,
      request,
      words,
    }, info) => {
      const park = await mustFindPark(request, PARK)
      await page.goto(checkoutOf(park, stayFromNow({ hours: 1 })))
      await app.checkout.plate.fill('CKTB533')
      await app.checkout.contactEmail.fill(newEmail())
      await app.payments.payByCard.click()
      await app.payments.choose('pay')
      await expect(page).toHaveURL(/\/booking-success\?booking_code=/)
      const code = new URL(page.url()).searchParams.get('booking_code') ?? ''
      // Moves the booking so that its hour ended about 45 minutes ago.
      const earlier = `update bookings set version = version + 1, start_time = start_time - interval '110 minutes',
                              end_time = end_time - interval '110 minutes' where booking_code = replace($1, '-', '')`
      await changeDatabase(provider, [[earlier, [code]]])
      const pay = page.getByRole('button', { name: words.like('Pay {cost} now') })
      // Opening the bookings page refreshes the list.
      await page.goto('/bookings')
      await expect(app.bookings.rows('Now and next')).toHaveCount(0)
      await page.goto('/')
      await expect(pay).toContainText(/4[.,]00/)
      await pay.click()
      const more = page.getByRole('link', { name: words.say('Top up'), exact: true })
      await expect(more).toBeVisible()
      await expectAccessible(page, 'what a guest’s wallet lacks for an overstay')
      await page.screenshot({ path: info.outputPath('guest-over-lacks.png'), fullPage: true })
      await more.click()
      await expect(app.payments.amount).not.toHaveValue('')
      await app.payments.next.click()
      await app.payments.choose('pay')
      await expect(page).toHaveURL(/\/wallet\/callback/)
      await page.screenshot({ path: info.outputPath('guest-over-topped-up.png'), fullPage: true })
      await page.getByRole('link', { name: words.say('Back to your booking'), exact: true }).click()
      await expect(page).toHaveURL(new RegExp(`/booking-details/${code}$`))
      await pay.click()
      await app.frame.expectText('Paid until {until}')
      await expect(pay).toHaveCount(0)
      await page.goto('/')
      await app.frame.expectText('Paid until {until}')
      await expectAccessible(page, 'a guest’s paid overstay')
      await page.goto(`/booking-details/${code}/pass`)
      await expect(app.bookings.qr).toBeVisible()
      await expect(pay).toHaveCount(0)
      await page.screenshot({ path: info.outputPath('guest-over-paid.png'), fullPage: true })
    })
  })
}

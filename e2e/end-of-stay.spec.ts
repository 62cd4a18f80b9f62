import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'

const PARK = 'Green P Carpark 288'
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

test.setTimeout(120_000)

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
  })
}

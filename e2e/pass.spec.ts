import { readFile } from 'node:fs/promises'
import type { APIRequestContext, Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilInstalled, whileOffline } from './offline.ts'
import type { Baywise } from './pages/baywise.ts'
import { bookAt, type KnownBooking, mustFindPark, stayFromNow } from './parks.ts'

test.use(WITH_WORKER)

const PARK = 'Green P Carpark 288'
const MINUTE_MS = 60_000

async function bookNow(app: Baywise, request: APIRequestContext, plate: string): Promise<KnownBooking> {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  const booking = await bookAt(request, account, { park, stay: stayFromNow({ hours: 2 }), plate })
  await app.auth.signIn(account, '/bookings')
  await expect(app.bookings.rows('Now and next')).toHaveCount(1)
  return booking
}

const passOf = ({ booking_code: code }: KnownBooking): string => `/booking-details/${code}/pass`

const keptStays = (page: Page): Promise<string> => page.evaluate(() => localStorage.getItem('baywise-stays') ?? '')

test('a start from the home screen while a booking runs shows its pass, with no signal too; home is one tap away and stays', async ({
  app,
  context,
  page,
  request,
}) => {
  const booking = await bookNow(app, request, 'CKTB517')
  await untilInstalled(page)
  await expect.poll(() => keptStays(page)).toContain(booking.booking_code)

  await whileOffline(context, async () => {
    await page.goto('/?source=home-screen')
    await expect(page).toHaveURL(passOf(booking))
    await app.bookings.expectPass({ code: booking.booking_code, plate: booking.plate })
  })
  await app.frame.link('Home').click()
  await expect(page).toHaveURL('/')
  await expect(app.find.searchForm).toBeVisible()
  await page.reload()
  await expect(app.find.searchForm).toBeVisible()
  await expect(page).toHaveURL('/')
  // Other addresses, and home in a browser tab, open without a redirect.
  await page.goto('/wallet')
  await expect(page).toHaveURL('/wallet')
  await page.goto('/')
  await expect(app.find.searchForm).toBeVisible()
  await expect(page).toHaveURL('/')
})

for (const language of ['en', 'fr'] as const) {
  test.describe(`the pass in ${language}`, () => {
    test.use({ language })

    test('goes into the calendar, on a picture and on paper with no signal; its proof says what is missing', async ({
      app,
      context,
      page,
      request,
      words,
    }, info) => {
      const booking = await bookNow(app, request, language === 'en' ? 'CKTB518' : 'CKTB519')
      const { booking_code: code } = booking
      await untilInstalled(page)
      await page.goto(passOf(booking))
      await app.bookings.expectPass({ code, plate: booking.plate })
      await page.screenshot({ path: info.outputPath('pass.png'), fullPage: true })
      await expectAccessible(page, 'pass')

      await whileOffline(context, async () => {
        const [calendar] = await Promise.all([page.waitForEvent('download'), app.frame.button('Add').click()])
        expect(calendar.suggestedFilename()).toBe(`baywise-${code}.ics`)
        const event = await readFile(await calendar.path(), 'utf8')
        const utc = (text: string) => new Date(text).toISOString().replaceAll(/[-:]|\.\d{3}/g, '')
        expect(event).toContain(`DTSTART:${utc(booking.start_time)}\r\n`)
        expect(event).toContain(`DTEND:${utc(booking.end_time)}\r\n`)
        expect(event.match(/^TRIGGER;RELATED=END:-PT(30|10)M\r$/gm)).toHaveLength(2)
        // The calendar entry links to the extension.
        expect(event.replaceAll('\r\n ', '')).toContain(`/booking-details/${code}?extend\r\n`)
        await app.frame.expectText('Added. If you extend, add it again.')

        const [picture] = await Promise.all([
          page.waitForEvent('download'),
          app.frame.button('Share as an image').click(),
        ])
        expect(picture.suggestedFilename()).toBe(`baywise-${code}.png`)
        await picture.saveAs(info.outputPath('shared.png'))
      })
      await page.emulateMedia({ media: 'print' })
      await expect(app.bookings.qr).toBeVisible()
      await expect(app.frame.button('Share as an image')).toBeHidden()
      await page.screenshot({ path: info.outputPath('paper.png') })
      await page.emulateMedia({ media: null })

      await app.frame.link('Proof of payment').click()
      await app.frame.expectText('Signed by Baywise')
      await app.frame.expectText('Issued {issued}, key {kid}: the signature was checked on this phone.')
      await expect(page.getByText('P1:')).toBeVisible()
      await expectAccessible(page, 'proof')
      await page.screenshot({ path: info.outputPath('proof.png'), fullPage: true })
      await whileOffline(context, async () => {
        await page.reload()
        await app.frame.expectText('Not everything is here')
        await expect(page.getByText(words.say('Paid from the wallet'))).toBeVisible()
        await page.screenshot({ path: info.outputPath('proof-offline.png'), fullPage: true })
      })
    })
  })
}

test('the end is said in whatever page is open, a stay is extended in one tap, and leaving late has its price on the pass', async ({
  app,
  page,
  request,
  words,
}, info) => {
  const booking = await bookNow(app, request, 'CKTB520')
  const endMs = Date.parse(booking.end_time)
  await page.clock.setFixedTime(endMs - 25 * MINUTE_MS)
  await page.goto('/wallet')
  const banner = page.getByRole('status').filter({ hasText: words.like('{left} left at {name}, until {time}') })
  await expect(banner).toBeVisible()
  await page.screenshot({ path: info.outputPath('banner.png') })
  await app.frame.button('Later').click()
  await expect(banner).toBeHidden()
  await page.clock.setFixedTime(endMs - 9 * MINUTE_MS)
  await expect(banner).toBeVisible()
  await expectAccessible(page, 'reminder')
  await banner.getByRole('link', { name: words.say('Extend'), exact: true }).click()
  await expect(app.bookings.dialog).toHaveAccessibleName(words.say('Extend your stay'))
  await app.bookings.dialog.getByRole('button', { name: words.say('Close'), exact: true }).click()
  await expect(page).toHaveURL(`/booking-details/${booking.booking_code}`)
  await page.reload()
  await app.frame.expectText('Proof of payment')
  await expect(app.bookings.dialog).toHaveCount(0)

  await page.clock.setFixedTime(endMs + 4 * MINUTE_MS)
  await page.goto(passOf(booking))
  await app.frame.expectText('If you leave now: nothing to pay')
  await app.frame.expectText('from {until}: {later}')
  await page.screenshot({ path: info.outputPath('grace.png') })
  await page.clock.setFixedTime(endMs + 40 * MINUTE_MS)
  await expect(page.getByText(words.like('If you leave now: {cost}'))).toContainText(/[1-9]/)
  await app.frame.expectText('{over} over time')
  await expect(page.getByRole('button', { name: words.like('Pay {cost} now') })).toBeVisible()
  await expectAccessible(page, 'overstay')
  await page.screenshot({ path: info.outputPath('overstay.png') })
  // Shown on whatever page is open, and on home with the next price step; the bar leads to the page where it is paid.
  await page.goto('/')
  await app.frame.expectText('Your time was up {since}')
  await expect(page.getByRole('button', { name: words.like('Pay {cost} now') })).toBeVisible()
  await expectAccessible(page, 'overstay on home')
  await page.goto('/wallet')
  await page.getByRole('link', { name: words.say('Pay'), exact: true }).click()
  await expect(page).toHaveURL(`/booking-details/${booking.booking_code}`)
  await app.frame.expectText('Your time was up {since}')
})

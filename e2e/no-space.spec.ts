import { createAccount, readExport } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'

test.use(WITH_WORKER)

const PARK = 'Green P Carpark 58'
const PHOTO = 'docs/app.png'

for (const language of ['en', 'fr'] as const) {
  test.describe(`no space, in ${language}`, () => {
    test.use({ language })

    test('is reported from the pass with no signal, with a photo; the whole price comes back, and other car parks are offered', async ({
      app,
      context,
      page,
      request,
      words,
    }, info) => {
      const account = await createAccount(request)
      const park = await mustFindPark(request, PARK)
      const booking = await bookAt(request, account, { park, stay: stayFromNow({ hours: 2 }), plate: 'NSP101' })
      await app.auth.signIn(account, `/booking-details/${booking.booking_code}/pass`)
      const around = page.waitForResponse((answer) => answer.url().includes('/parks/') && answer.url().includes('lat='))
      await app.bookings.expectPass({ code: booking.booking_code, plate: booking.plate })
      await around
      await untilAllKept(page)
      await whileOffline(context, async () => {
        await page.goto(`/booking-details/${booking.booking_code}/pass`)
        await page.getByRole('link', { name: words.say('No space for your car?') }).click()
        await expect(app.frame.dialog).toHaveAccessibleName(words.say('No space for your car'))
        await app.frame.dialog.getByLabel(words.say('Photo'), { exact: true }).setInputFiles(PHOTO)
        await expect(app.frame.dialog.getByRole('img', { name: words.say('Your photo') })).toBeVisible()
        await app.frame.dialog.getByText(words.say('Someone is in my space')).click()
        await expect(
          app.frame.dialog.getByRole('list', { name: words.say('Car parks nearby') }).getByRole('listitem'),
        ).toHaveCount(3)
        await page.screenshot({ path: info.outputPath('no-space.png'), fullPage: true })
        await expectAccessible(page, 'no space, offline')
        await app.frame.dialog.getByRole('button', { name: words.like('Cancel, {refund} back') }).click()
        await expect(app.frame.dialog).toHaveCount(0)
        await expect(page.getByRole('main')).toContainText(words.say('Waiting for signal'))
        await expect(page.getByRole('list', { name: words.say('Car parks nearby') })).toBeVisible()
        await page.screenshot({ path: info.outputPath('waiting.png'), fullPage: true })
      })
      await expect(page.getByRole('main')).toContainText(words.say('Cancelled'), { timeout: 30_000 })
      // The report is sent after the cancellation.
      await expect
        .poll(() => readExport(request, account))
        .toMatchObject({
          problem_reports: [{ kind: 'place_taken', photo: expect.stringMatching(/^\/9j\//) }],
          bookings: [{ status: 'cancelled', refund_minor: booking.total }],
        })
      await page.screenshot({ path: info.outputPath('given-back.png'), fullPage: true })
      await expectAccessible(page, 'no space, money back')
    })
  })
}

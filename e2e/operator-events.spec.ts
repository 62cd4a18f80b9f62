import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, keepCountry, test } from './fixtures.ts'
import { whileOffline } from './offline.ts'
import { openConsole } from './open-console.ts'
import { Baywise } from './pages/baywise.ts'
import { mustFindPark } from './parks.ts'
import { languagesOrOnly } from './views.ts'

/** A background job of the provider makes the refund, and the phone pulls afterwards. */
const TOLD = { timeout: 45_000 }
const DAY_MS = 86_400_000
test.use({ viewport: { width: 360, height: 740 } })

/** Returns a time such as `2026-12-05T18:00`, this many days from now. */
const evening = (days: number, hour: number): string =>
  `${new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)}T${String(hour)}:00`

/** One for each language, because a car park belongs to a single organisation. */
const OWN_PARK = { en: 'Green P Carpark 26', fr: 'Green P Carpark 111' } as const

for (const language of languagesOrOnly('en')) {
  test.describe(`events of an operator, ${language}`, () => {
    test.use({ language })

    test('a private event is planned, booked by its code, changed, postponed and cancelled; the driver has the money back', async ({
      app,
      browser,
      context,
      page,
      provider,
      request,
      words,
    }, info) => {
      const button = (id: string) => page.getByRole('button', { name: words.say(id), exact: true })
      const field = (id: string) => page.getByLabel(words.say(id), { exact: true })
      const named = (name: string) => page.locator(`[name="${name}"]`)
      const { slug } = await mustFindPark(request, OWN_PARK[language])
      const park = slug.split('-').at(-1)?.toUpperCase() ?? ''
      await openConsole({ app, page, provider, request }, { organisation: `Event Parking ${language}`, language, park })
      await page.goto('/operator?show=events')
      await expect(page.getByText(words.say('No event is planned at your car parks.'))).toBeVisible()

      // Each error is shown at its field, and nothing is sent.
      await button('Plan the event').click()
      await expect(field('Name of the event')).toBeFocused()
      await expect(page.getByText(words.say('Enter a time.'))).toHaveCount(4)
      await expectAccessible(page, 'a new event, refused')
      await field('Name of the event').fill('  Lantern\u202eParade  ')
      await field('Venue').fill('Massey Hall')
      await named('position').fill('the corner')
      await named('starts_at').fill(evening(10, 18))
      await named('ends_at').fill(evening(10, 17))
      await named('parking_from').fill(evening(10, 17))
      await named('parking_until').fill(evening(10, 23))
      await named(`held_${park}`).fill('two')
      await named(`price_${park}`).fill('18.005')
      await page.getByText(words.say('With a code'), { exact: true }).click()
      await field('Access code').fill('----')
      await button('Plan the event').click()
      for (const text of [
        'The event must end after it begins.',
        'Enter a whole number.',
        'Enter a price, 0 if it is free.',
        'Enter at least 6 letters and digits.',
        'Enter a position, such as 43.6452, -79.3806, or leave it empty.',
      ])
        await expect(page.getByText(words.say(text))).toBeVisible()
      await page.screenshot({ path: info.outputPath('refused.png'), fullPage: true })
      await named('position').fill('43.654, -79.379')
      await named('ends_at').fill(evening(10, 21))
      await named(`held_${park}`).fill('100000')
      await named(`price_${park}`).fill('18')
      const accessCode = `MEADOW ${language} 2027`
      await field('Access code').fill(accessCode)
      // The provider refuses more spaces than exist; the input is kept.
      await button('Plan the event').click()
      await expect(page.getByRole('alert').first()).toBeVisible()
      await expect(field('Venue')).toHaveValue('Massey Hall')
      await named(`held_${park}`).fill('2')
      await whileOffline(context, async () => {
        await expect(page.getByText(words.like('{doing} needs a connection.')).first()).toBeVisible()
        await expectAccessible(page, 'events of an operator, offline')
      })
      await button('Plan the event').click()
      await expect(page.getByText(accessCode)).toBeVisible()
      await expectAccessible(page, 'an event that was planned')
      await page.screenshot({ path: info.outputPath('planned.png'), fullPage: true })

      const driver = await createAccount(request, { language })
      const theirs = await browser.newContext({ baseURL: provider.url, locale: `${language}-CA` })
      await theirs.addInitScript(keepCountry, 'CA' as const)
      const phone = new Baywise(await theirs.newPage(), words)
      await phone.auth.signIn(driver, '/events')
      await phone.events.openPrivate(accessCode.toLowerCase())
      await phone.events.park(OWN_PARK[language]).click()
      await phone.checkout.typePlate('EVNT 452')
      const booking = await phone.checkout.payForPass()

      await page.reload()
      await expect(page.getByText(accessCode)).toHaveCount(0)
      await button('Bookings and changes').click()
      const kept = page.getByRole('list', { name: words.say('Car parks of the event') })
      await expect(kept).toContainText(/1 .+ 2 /)
      await button('Change').click()
      const change = page.getByRole('form', { name: words.say('Change') })
      await change.locator(`[name="held_${park}"]`).fill('0')
      await change.getByRole('button', { name: words.say('Save') }).click()
      await expect(change.getByText(words.say('Enter a whole number.'))).toBeVisible()
      await change.locator(`[name="held_${park}"]`).fill('3')
      await change.locator('[name="venue"]').fill('Massey Hall, gate 5')
      await expectAccessible(page, 'an event that is changed')
      await page.screenshot({ path: info.outputPath('change.png'), fullPage: true })
      await change.getByRole('button', { name: words.say('Save') }).click()
      await expect(kept).toContainText(/1 .+ 3 /)

      await button('Postpone').click()
      await expect(page.getByText(/\b1 (booking moves|réservation se décale)/)).toBeVisible()
      const postpone = page.getByRole('form', { name: words.say('Postpone') })
      await postpone.locator('[name="starts_at"]').fill(evening(17, 18))
      await page.screenshot({ path: info.outputPath('postpone.png'), fullPage: true })
      await button('Postpone the event').click()
      await expect(page.getByText(words.say('Postponed'), { exact: true })).toBeVisible()

      await button('Cancel the event').click()
      await expect(
        page.getByText(/\b1 (booking is refunded in full|réservation est remboursée en entier)/),
      ).toBeVisible()
      await expectAccessible(page, 'the question before an event is cancelled')
      await page.screenshot({ path: info.outputPath('cancel.png'), fullPage: true })
      await button('Cancel the event').click()
      await expect(button('Cancel the event')).toHaveCount(0)
      await expect(page.getByText(/^(Cancelled|Annulé)$/)).toBeVisible()
      await page.goto('/operator?show=changes')
      for (const noted of ['Event planned', 'Event changed', 'Event postponed', 'Event cancelled'])
        await expect(page.getByText(words.say(noted), { exact: true })).toBeVisible()

      await expect(async () => {
        await phone.page.goto(`/booking-details/${booking}`)
        await expect(phone.page.getByRole('main')).toContainText(words.like('Event cancelled'), { timeout: 5_000 })
      }).toPass(TOLD)
      await phone.page.goto('/wallet')
      await expect(phone.wallet.balance).toHaveText(/100[.,]00/)
      await theirs.close()
    })
  })
}

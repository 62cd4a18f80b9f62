import type { Page } from '@playwright/test'
import { createAccount, newEmail } from './account.ts'
import { changeDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { expectSeenFocus, pressAt, tabTo } from './keyboard.ts'
import { findCut, setTextSize } from './large-text.ts'
import { bookAt, mustFindPark, stayFromNow, stayQuery } from './parks.ts'
import { languagesOrOnly } from './views.ts'

const PARK = 'Green P Carpark 288'
const PLATE = 'CKTB482'

const expectWhole = async (page: Page, what: string): Promise<void> =>
  expect(await page.evaluate(findCut), what).toEqual([])

/** Moves bookings into the past by this many minutes. */
const minutesAgo = (ids: readonly string[], minutes: number) =>
  [
    `update bookings set version = version + 1, start_time = start_time - make_interval(mins => $2::integer),
            end_time = end_time - make_interval(mins => $2::integer) where booking_id = any($1::uuid[])`,
    [ids, minutes],
  ] as const

for (const language of languagesOrOnly('fr')) {
  test.describe(`without a mouse, with text of 200 %, in ${language}`, () => {
    test.use({ language, viewport: { width: 360, height: 740 } })

    test('a guest books, pays by card and opens the pass', async ({ app, page, request }) => {
      const { slug } = await mustFindPark(request, PARK)
      await page.goto(`/park/${slug}?${stayQuery(stayFromNow())}`)
      await setTextSize(page, 32)
      await pressAt(page, app.find.bookLink)
      await expect(page.locator('main')).toBeFocused()
      await tabTo(page, app.checkout.plate)
      await page.keyboard.type('!')
      await expectWhole(page, 'checkout')
      await pressAt(page, app.payments.payByCard)
      // The error is shown at its field, which has the focus.
      await expect(app.checkout.plate).toBeFocused()
      await expectSeenFocus(page, 'at a wrong plate')
      await expectWhole(page, 'checkout with what is wrong')
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type(PLATE)
      await tabTo(page, app.checkout.contactEmail)
      await page.keyboard.type(newEmail())
      await pressAt(page, app.payments.payByCard)
      await expect(page).toHaveURL(/\/sandbox\/pay\//)
      await expectWhole(page, 'the page of the demo gateway')
      await page.getByRole('button', { name: language === 'en' ? 'Pay' : 'Payer', exact: true }).focus()
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/\/booking-success\?booking_code=/)
      await expectWhole(page, 'booked')
      await pressAt(page, app.frame.link('Show pass'))
      await expect(app.bookings.qr).toBeVisible()
      await expect(page.locator('main')).toBeFocused()
      await expectWhole(page, 'the pass')
    })

    test('the last stay is booked again', async ({ app, page, provider, request, words }) => {
      const account = await createAccount(request)
      const park = await mustFindPark(request, PARK)
      const { booking_id: id } = await bookAt(request, account, { park, stay: stayFromNow({ hours: 2 }), plate: PLATE })
      await changeDatabase(provider, [minutesAgo([id], 30 * 60)])
      await app.auth.signIn(account)
      await page.goto('/')
      await setTextSize(page, 32)
      const again = page.getByRole('list', { name: words.say('Park here again') }).getByRole('button')
      await pressAt(page, again)
      await expect(app.frame.dialog).toHaveAccessibleName(words.say('Park here again'))
      await expectWhole(page, 'park here again')
      await page.keyboard.press('Escape')
      await expect(app.frame.dialog).toBeHidden()
      await expect(again).toBeFocused()
      await page.keyboard.press('Enter')
      await pressAt(page, app.frame.dialog.getByRole('button', { name: words.like('Pay {total} from wallet') }))
      await expect(app.bookings.qr).toBeVisible()
      await expect(page.locator('main')).toBeFocused()
    })

    test('a stay is made longer, and shorter', async ({ app, page, request, words }) => {
      const account = await createAccount(request)
      const park = await mustFindPark(request, PARK)
      const { booking_code: code } = await bookAt(request, account, { park, stay: stayFromNow(), plate: PLATE })
      await app.auth.signIn(account, '/bookings')
      await page.goto(`/booking-details/${code}`)
      await setTextSize(page, 32)
      const extend = app.frame.button('Extend')
      await pressAt(page, extend)
      await expect(app.frame.dialog).toHaveAccessibleName(words.say('Extend your stay'))
      await tabTo(page, app.frame.dialog.getByRole('slider'))
      await expectWhole(page, 'extend')
      await page.keyboard.press('Escape')
      await expect(extend).toBeFocused()
      await page.keyboard.press('Enter')
      await tabTo(page, app.frame.dialog.getByRole('slider'))
      await page.keyboard.press('ArrowRight')
      await expectSeenFocus(page, 'on the ruler')
      await pressAt(page, app.frame.dialog.getByRole('button', { name: words.like('Extend until {0}, {cost}') }))
      await expect(app.frame.dialog).toBeHidden()
      // The pending change replaced the button that opened the dialog, so the page's heading takes the focus.
      await expect(app.frame.heading).toBeFocused()
      await expectWhole(page, 'a longer stay')
      const shorten = app.frame.button('Shorten')
      await pressAt(page, shorten)
      await expect(app.frame.dialog).toBeVisible()
      await expectWhole(page, 'a shorter stay')
      await page.keyboard.press('Escape')
      await expect(shorten).toBeFocused()
    })

    test('an overstay is paid, and the focus stays with what it became', async ({
      app,
      page,
      provider,
      request,
      words,
    }) => {
      const account = await createAccount(request)
      const park = await mustFindPark(request, PARK)
      const stay = stayFromNow({ hours: 1 })
      const { booking_id: id } = await bookAt(request, account, { park, stay, plate: PLATE })
      await changeDatabase(provider, [minutesAgo([id], 110)])
      await app.auth.signIn(account, '/bookings')
      await expect(app.bookings.rows('Past and cancelled')).toHaveCount(1)
      await page.goto('/')
      await setTextSize(page, 32)
      await expectWhole(page, 'home after the end of a stay')
      await pressAt(page, page.getByRole('button', { name: words.like('Pay {cost} now') }))
      await app.frame.expectText('Paid until {until}')
      await expectWhole(page, 'home with a paid overstay')
      await expect(page.locator('main').getByRole('link', { name: words.say('Pass'), exact: true })).toBeFocused()
      await expectSeenFocus(page, 'after an overstay was paid')
    })
  })
}

import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { changeDatabase } from './database.ts'
import { expect, test } from './fixtures.ts'
import { operate } from './operate.ts'
import { checkoutOf, mustFindPark, stayFromNow } from './parks.ts'

const PARK = 'Green P Carpark 58'

test.describe('a business account', () => {
  test.use({ viewport: { width: 360, height: 740 } })

  test('is asked for, approved, filled, and pays for a booking, which is cancelled and stands in the statement', async ({
    app,
    page,
    provider,
    request,
    words,
  }, info) => {
    const label = (id: string) => page.getByLabel(words.say(id), { exact: true })
    const button = (id: string) => page.getByRole('button', { name: words.say(id), exact: true })
    const picture = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
    const account = await createAccount(request)
    await app.auth.signIn(account, '/business-accounts')
    await label('How many drivers, and in which cities').fill('Twelve vans in Toronto')
    await button('Ask for an account').click()
    await expect(page.getByText(words.say('This field is required!'))).toBeVisible()
    await label('Company').fill('Ndiaye Cleaning')
    await expectAccessible(page, 'a business account asked for')
    await button('Ask for an account').click()
    await expect(page.getByText(words.say('Sent'), { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText(words.say('Your request is being checked'))).toBeVisible()
    const line = (await operate(provider, 'companies', 'list')).split('\n').find((row) => row.includes(account.email))
    await operate(provider, 'companies', 'approve', String(line).slice(0, 36))

    await page.reload()
    await page.locator('[name="amount"]').fill('50')
    await button('Top up the company’s wallet').click()
    await page.locator('button[data-main]').click()
    await expect(page.getByText(words.say('The top-up is in the company’s wallet.'))).toBeVisible()
    await expect(page.getByText('C$50.00').first()).toBeVisible()
    const people = page.locator('form').filter({ has: page.locator('[name="month_limit"]') })
    await people.locator('[name="email"]').fill(account.email)
    await people.getByText(words.say('Administrator'), { exact: true }).click()
    await people.locator('[name="month_limit"]').fill('a lot')
    await people.getByRole('button', { name: words.say('Save'), exact: true }).click()
    await expect(people.getByText(words.say('Enter an amount, such as 20.'))).toBeVisible()
    await people.locator('[name="month_limit"]').fill('40')
    await people.getByRole('button', { name: words.say('Save'), exact: true }).click()
    await expect(page.getByText('C$40.00 left this month.').first()).toBeVisible()
    await page.locator('[name="plates"]').fill('OTHER 1')
    await button('Save the vehicles').click()
    await expect(page.getByText(words.say('Saved.'), { exact: true })).toBeVisible()
    await expectAccessible(page, 'a business account')
    await picture('company')

    // For a stay that starts now, the refund may shrink between the dialog and the confirmation.
    await page.goto(checkoutOf(await mustFindPark(request, PARK), stayFromNow({ inHours: 1 })))
    await app.checkout.typePlate('CKTB 482')
    await page.getByRole('radio', { name: /Ndiaye Cleaning/ }).click()
    await expectAccessible(page, 'a checkout that a company pays')
    await picture('checkout')
    const book = page.getByRole('button', { name: words.like('Book, {company} pays {total}') })
    await book.click()
    await expect(page.getByText(/This company pays for other vehicles/)).toBeVisible()
    await app.checkout.typePlate('OTHER 1')
    await book.click()
    await expect(app.frame.heading).toHaveText(words.say('You’re booked'))
    await page.goto('/bookings')
    await page.getByRole('main').getByRole('link').filter({ hasText: PARK }).first().click()
    await expect(page.getByText(words.like('Paid by {company}'))).toBeVisible()
    await page.getByRole('button', { name: words.say('Cancel'), exact: true }).click()
    await expect(page.getByText(words.like('The refund goes to {company}’s wallet right away.'))).toBeVisible()
    await picture('cancel')
    await page.getByRole('button', { name: words.like('Cancel, {refund} back') }).click()
    await expect(page.getByText(words.like('{money} was refunded to {company}’s wallet.'))).toBeVisible()

    await page.goto('/business-accounts')
    const movements = page.getByRole('list', { name: words.say('Transactions of the month') })
    await expect(movements.getByRole('listitem')).toHaveCount(3)
    await expect(movements).toContainText(account.email)
    await picture('statement')

    await page.goto(checkoutOf(await mustFindPark(request, PARK)))
    await app.checkout.typePlate('OTHER 1')
    await page.getByRole('radio', { name: /Ndiaye Cleaning/ }).click()
    await book.click()
    await expect(app.frame.heading).toHaveText(words.say('You’re booked'))
    const code = String(new URL(page.url()).searchParams.get('booking_code'))
    await changeDatabase(provider, [
      [
        `update bookings set version = version + 1, start_time = start_time - interval '230 minutes', end_time = end_time - interval '230 minutes' where plate = 'OTHER1' and status = 'active'`,
        [],
      ],
      [`update company_members set month_limit_minor = 1`, []],
    ])
    await page.goto('/bookings')
    await expect(app.bookings.rows('Now and next')).toHaveCount(0)
    await page.goto('/')
    await page.getByRole('button', { name: words.like('{company} pays {cost}') }).click()
    await expect(page.getByRole('alert')).toContainText(words.like('{company} doesn’t pay for this'))
    await expectAccessible(page, 'an overstay that the company does not pay')
    await picture('overstay-refused')
    await page.getByRole('button', { name: words.like('Pay {cost} yourself') }).click()
    await expect(page.getByText(words.like('Paid until {until}'))).toBeVisible()
    await page.goto(`/booking-details/${code}`)
    await expect(page.getByText(words.like('You paid {0} yourself for the time after the end.'))).toBeVisible()
    await picture('overstay-paid')
  })
})

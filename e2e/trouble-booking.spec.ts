import { createAccount } from './account.ts'
import { expect, test } from './fixtures.ts'
import { bookAt, checkoutOf, listBookings, mustFindPark, stayFromNow } from './parks.ts'

const PARK = 'Green P Carpark 58'
/** Two spaces, in King County. */
const SMALL = 'Woodmont Park'

test('times that are over or that end before they start are refused where they are typed', async ({
  app,
  page,
  request,
}) => {
  await page.goto('/')
  await app.find.place.fill('Toronto')
  await app.find.from.fill('2020-01-15T10:00')
  await app.find.submit()
  await app.frame.expectText('This time has passed. Choose a later one.')
  await app.find.from.fill('2031-01-15T10:00')
  await app.find.until.fill('2031-01-15T09:00')
  await app.find.submit()
  await app.frame.expectText('Choose a time after the start.')
  await expect(page).toHaveURL('/')

  const account = await createAccount(request)
  const past = stayFromNow({ inHours: -48 })
  await app.auth.signIn(account, checkoutOf(await mustFindPark(request, PARK), past))
  await app.checkout.typePlate('CKTB 482')
  await app.checkout.pay.click()
  await expect(app.frame.alert('The start is in the past.')).toBeVisible()
  await app.checkout.setExactTimes()
  await app.checkout.until.fill('2020-01-15T10:00')
  await expect(app.frame.alert('The end must be after the start.')).toBeVisible()
  await expect(app.checkout.until).toHaveValue('2020-01-15T10:00')
  await expect(app.checkout.pay).toBeHidden()
  // A typo in the year is refused before centuries are priced; clearing the field restores the previous time.
  await app.checkout.until.fill('9999-12-31T23:55')
  await expect(app.frame.alert('The longest stay here is {0}.')).toContainText(/220\sd/)
  await app.checkout.until.fill('')
  await expect(app.checkout.until).toHaveValue('9999-12-31T23:55')
  await expect(app.checkout.pay).toBeHidden()
  expect(await listBookings(request, account)).toHaveLength(0)
})

test('a full car park names what is free near it', async ({ app, page, request }) => {
  const park = await mustFindPark(request, SMALL)
  expect(park.capacity).toBe(2)
  const stay = stayFromNow({ inHours: 24 })
  const earlier = await createAccount(request, { country: 'US' })
  for (const plate of ['AAA111', 'BBB222']) await bookAt(request, earlier, { park, stay, plate })

  const account = await createAccount(request, { country: 'US' })
  await app.auth.signIn(account, checkoutOf(park, stay))
  await app.checkout.typePlate('CCC 333')
  await app.checkout.pay.click()
  const full = app.frame.alert('The car park is full for these times.')
  await expect(full).toBeVisible()
  await expect(full.getByRole('link').first()).toHaveText(/, [\d.]+\s(ft|mi)$/)
  expect(await listBookings(request, account)).toHaveLength(0)
  // The nearest free time here is one tap away, and keeps what was typed.
  await full
    .getByRole('button', { name: app.words.like('Free here: {0}') })
    .first()
    .click()
  await expect(app.checkout.plate).toHaveValue('CCC 333')
  await app.checkout.payForPass()
  expect(await listBookings(request, account)).toHaveLength(1)
  await expect(page.getByText('CCC333')).toBeVisible()
})

test('a wallet that is too short says how much is missing', async ({ app, request }) => {
  const account = await createAccount(request)
  const long = stayFromNow({ hours: 24 * 14 })
  await app.auth.signIn(account, checkoutOf(await mustFindPark(request, PARK), long))
  await app.checkout.typePlate('CKTB 482')
  await app.frame.expectText('You need {0} more in your wallet')
  await app.checkout.pay.click()
  const short = app.frame.alert('You need {missing} more in your wallet')
  await expect(short).toBeVisible()
  await expect(short).toContainText('C$100.00')
  expect(await listBookings(request, account)).toHaveLength(0)
})

test('an address of no car park says so and leads on', async ({ app, page }) => {
  await page.goto('/park/no-such-place-toronto-caaaaaa')
  await expect(app.frame.heading).toHaveText(app.words.say('This car park could not be found.'))
  await app.frame.link('Find Parking').click()
  await expect(page).toHaveURL('/parks-list')
})

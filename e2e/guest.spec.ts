import type { APIRequestContext, Page } from '@playwright/test'
import { createAccount, newEmail } from './account.ts'
import { expectAccessible } from './axe.ts'
import { countEffort } from './effort.ts'
import { expect, test } from './fixtures.ts'
import { untilInstalled } from './offline.ts'
import type { Baywise } from './pages/baywise.ts'
import { listBookings, mustFindPark, stayFromNow, stayQuery } from './parks.ts'
import { mustReadCode } from './sandbox-mail.ts'

interface Parts {
  readonly app: Baywise
  readonly page: Page
  readonly request: APIRequestContext
}

const PLATE = 'CKTB482'

test.describe('who has no account', () => {
  test.use({ geolocation: { latitude: 43.6519, longitude: -79.3817 }, permissions: ['geolocation'] })

  test('has a paid pass within 8 taps and 20 keys from the opened home page, before any mail', async ({
    app,
    context,
    page,
    request,
  }) => {
    const effort = await countEffort(context)
    await page.goto('/')
    await app.find.searchNearMe()
    await app.find.cards.first().click()
    await app.find.bookLink.click()
    await app.checkout.plate.click()
    await page.keyboard.type(PLATE)
    await app.checkout.contactEmail.click()
    await page.keyboard.type('io@ex.ca')
    await app.payments.payByCard.click()
    await app.payments.choose('pay')
    const showPass = app.frame.link('Show pass')
    await app.bookings.qr.or(showPass).first().waitFor()
    if (!(await app.bookings.qr.isVisible())) await showPass.click()
    await expect(app.bookings.qr).toBeVisible()
    await expect(page.getByText(PLATE, { exact: true }).first()).toBeVisible()
    expect(effort.taps, `${effort.taps} taps`).toBeLessThanOrEqual(8)
    expect(effort.keys, `${effort.keys} keys`).toBeLessThanOrEqual(20)
    // Proves that the counter works: plate and address alone are this many keys.
    expect(effort.keys).toBeGreaterThanOrEqual(PLATE.length + 'io@ex.ca'.length)
    expect(effort.taps).toBeGreaterThanOrEqual(6)
    test.info().annotations.push({ type: 'effort', description: `${effort.taps} taps, ${effort.keys} keys` })
    const mails = await request.get('/sandbox/mail', { params: { to: 'io@ex.ca' } })
    expect(await mails.text()).not.toContain('is your Baywise code')
  })
})

test('a guest’s pass opens again with no connection, and bookings are theirs alone @worker', async ({
  app,
  context,
  page,
  request,
}) => {
  const { slug } = await mustFindPark(request, 'Green P Carpark 58')
  await page.goto(`/checkout/${slug}?${stayQuery(stayFromNow())}`)
  await app.checkout.plate.fill(PLATE)
  await app.checkout.contactEmail.fill('kept@example.test')
  await expectAccessible(page, 'checkout of a guest')
  await app.payments.payByCard.click()
  await app.payments.choose('pay')
  await expect(page).toHaveURL(/\/booking-success\?booking_code=/)
  const code = new URL(page.url()).searchParams.get('booking_code') ?? ''
  await page.goto('/bookings')
  await expect(app.bookings.rows('Now and next')).toHaveCount(1)
  await expectAccessible(page, 'bookings of a guest')
  await page.goto(`/booking-details/${code}/pass`)
  await expect(app.bookings.qr).toBeVisible()
  await untilInstalled(page)
  await context.setOffline(true)
  await page.reload()
  await expect(app.bookings.qr).toBeVisible()
})

test('a plate or an address that cannot be read is said by its field, and nothing is sent', async ({
  app,
  page,
  request,
}) => {
  const { slug } = await mustFindPark(request, 'Green P Carpark 58')
  const sent: string[] = []
  page.on('request', (one) => {
    if (one.method() === 'POST' && one.url().includes('/api/v1/front/guest')) sent.push(one.url())
  })
  await page.goto(`/checkout/${slug}?${stayQuery(stayFromNow())}`)
  await app.payments.payByCard.click()
  await expect(page.getByText(app.words.say('Enter the plate: letters and digits.'))).toBeVisible()
  await expect(page.getByText(app.words.say('This field is required!'))).toBeVisible()
  await app.checkout.plate.fill(PLATE)
  await app.checkout.contactEmail.fill('nobody@')
  await app.payments.payByCard.click()
  await expect(page.getByText(app.words.say('Please enter a valid email'))).toBeVisible()
  await page
    .locator('label')
    .filter({ hasText: app.words.say('Phone') })
    .click()
  await app.checkout.contactPhone.fill('12')
  await app.payments.payByCard.click()
  await expect(
    page.getByText(
      app.words.like('Enter a valid phone number. From another country, start with + and the country code.'),
    ),
  ).toBeVisible()
  expect(sent).toEqual([])
  await app.checkout.contactPhone.fill('416 555 0142')
  await app.payments.payByCard.click()
  await expect(page).toHaveURL(/\/sandbox\/pay\//)
  expect(sent).toHaveLength(1)
})

test.describe('bookings of a guest are kept by a code', () => {
  const bookAsGuest = async ({ app, page, request }: Parts, email: string) => {
    const { slug } = await mustFindPark(request, 'Green P Carpark 58')
    await page.goto(`/checkout/${slug}?${stayQuery(stayFromNow())}`)
    await app.checkout.plate.fill(PLATE)
    await app.checkout.contactEmail.fill(email)
    await app.payments.payByCard.click()
    await app.payments.choose('pay')
    await expect(page).toHaveURL(/\/booking-success\?booking_code=/)
  }

  const keep = async ({ app, page, request }: Parts, email: string) => {
    await page.goto('/bookings')
    await app.frame.link('Keep your bookings').click()
    await expect(app.auth.email).toHaveValue(email)
    await expectAccessible(page, 'keep the bookings of a guest')
    await app.frame.button('Send a code').click()
    // The mailbox may also hold the account's own code.
    await app.auth.code.fill(await mustReadCode(request, email, 'the phone you booked with'))
    await expect(app.frame.heading).toHaveText('Your bookings are kept')
    await expectAccessible(page, 'the bookings of a guest are kept')
    await app.frame.button('Not now').click()
    await expect(page).toHaveURL('/bookings')
    await expect(app.bookings.rows('Now and next')).toHaveCount(1)
    await expect(app.frame.link('Keep your bookings')).toHaveCount(0)
  }

  test('in a new account, which has everything in it', async ({ app, page, request }) => {
    const email = newEmail()
    await bookAsGuest({ app, page, request }, email)
    await page.goto('/profile')
    await app.frame.expectText('You booked without an account')
    await expectAccessible(page, 'profile of a guest')
    await keep({ app, page, request }, email)
    await page.goto('/profile')
    await expect(page.getByText(email)).toBeVisible()
  })

  test('with a passkey for the next time', async ({ app, page, request }) => {
    const email = newEmail()
    await bookAsGuest({ app, page, request }, email)
    await page.goto('/bookings')
    await app.frame.link('Keep your bookings').click()
    await app.frame.button('Send a code').click()
    await app.auth.code.fill(await mustReadCode(request, email))
    await app.frame.link('Add a passkey').click()
    await expect(app.frame.dialog.getByLabel('Name of this device')).toBeVisible()
  })

  test('in the account that the address has, whose balance is there too', async ({ app, page, request }) => {
    const account = await createAccount(request)
    await bookAsGuest({ app, page, request }, account.email)
    expect(await listBookings(request, account)).toHaveLength(0)
    await keep({ app, page, request }, account.email)
    expect(await listBookings(request, account)).toHaveLength(1)
    await page.goto('/wallet')
    await expect(app.wallet.balance).toHaveText('C$100.00')
  })

  test('or are lost by a sign-out, which says so first', async ({ app, page, request }) => {
    await bookAsGuest({ app, page, request }, newEmail())
    await page.goto('/auth')
    await expect(page).toHaveURL('/register')
    await page.goto('/profile')
    await app.frame.button('Logout').click()
    await expect(app.frame.dialog).toContainText('you can’t get them back')
    await expectAccessible(page, 'sign-out of a guest')
    // The app navigates to home, then restarts there.
    const restarted = page.waitForEvent('load')
    await app.frame.button('Sign out and lose them').click()
    await restarted
    await expect(page).toHaveURL('/')
    await expect(app.frame.link('Get Started')).toBeVisible()
  })
})

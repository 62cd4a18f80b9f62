import type { BrowserContext } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept } from './offline.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'
import { toTheEnd } from './scroll.ts'

const TORONTO = 'Green P Carpark 58'

/** Makes the API answer with something no screen expects; the app itself still loads. */
const breakApi = (context: BrowserContext): Promise<unknown> =>
  context.route(/\/api\/v1\/(?!health)/, (route) =>
    route.fulfill({ status: 500, contentType: 'text/html', body: 'broken' }),
  )

test.describe('with a connection', () => {
  test('pages of a visitor', async ({ app, page, request }) => {
    const { slug } = await mustFindPark(request, TORONTO)
    await page.goto('/')
    await app.frame.expectText('See all car parks')
    await expectAccessible(page, 'home, nothing seen yet')
    await app.find.submit()
    await app.frame.expectText('Type a place, or choose Near me.')
    await expectAccessible(page, 'home, search refused')

    await page.goto('/search?search=Toronto')
    await expect(app.find.cards.first()).toBeVisible()
    await expect(app.find.map).toBeVisible()
    await expectAccessible(page, 'map and list')
    await app.find.growList()
    await expectAccessible(page, 'list over the map')
    await page.getByRole('button', { name: app.words.like('Change the search') }).click()
    await expect(app.frame.dialog).toBeVisible()
    await expectAccessible(page, 'search dialog')
    await page.goto('/search?search=Qqqzzzx')
    await app.frame.expectText('No car park found for {label}')
    await expectAccessible(page, 'map, nothing found')

    await page.goto('/parks-list')
    await expect(app.find.cards.first()).toBeVisible()
    await expectAccessible(page, 'list page')
    await page.goto('/parks-list?search=Qqqzzzx')
    await app.frame.expectText('No car park found')
    await expectAccessible(page, 'list page, nothing found')

    await page.goto(`/park/${slug}`)
    await expect(app.find.bookLink).toBeVisible()
    await expectAccessible(page, 'car park')
    await app.frame.button('Change').click()
    await expectAccessible(page, 'car park, times open')
    await page.goto('/park/no-such-place-toronto-caaaaaa')
    await app.frame.expectText('This car park could not be found.')
    await expectAccessible(page, 'car park unknown')
    await page.goto(`/checkout/${slug}`)
    await expect(app.checkout.signInToPay).toBeVisible()
    await expectAccessible(page, 'checkout, signed out')
  })

  test('forms of the account and pages that need one', async ({ app, page }) => {
    await page.goto('/auth')
    await expect(app.auth.email).toBeVisible()
    await expectAccessible(page, 'sign in')
    await app.auth.sendSignIn({ email: 'nobody', password: 'short' })
    await app.frame.expectText('Please enter a valid email')
    await expectAccessible(page, 'sign in, fields refused')
    await app.auth.sendSignIn({ email: 'nobody@baywise.test', password: 'quiet harbour 42' })
    await expect(app.frame.alert('Wrong email or password.')).toBeVisible()
    await expectAccessible(page, 'sign in, refused')
    await page.route('**/auth/login', () => undefined)
    await app.auth.sendSignIn({ email: 'nobody@baywise.test', password: 'quiet harbour 42' })
    await expect(page.locator('button[aria-busy]')).toBeVisible()
    await expectAccessible(page, 'sign in, being checked')

    await page.goto('/register')
    await app.frame.button('Send a code').click()
    await app.frame.expectText('This field is required!')
    await expectAccessible(page, 'register, fields refused')
    await page.goto('/verify?email=nobody@baywise.test')
    await expectAccessible(page, 'verify')
    await app.auth.sendCode('000000')
    await expect(page.getByRole('alert').first()).toBeVisible()
    await expectAccessible(page, 'verify, refused')
    await page.goto('/forgot-password')
    await expect(app.auth.email).toBeVisible()
    await expectAccessible(page, 'forgot password')
    await app.frame.button('Send the link').click()
    await app.frame.expectText('This field is required!')
    await expectAccessible(page, 'forgot password, refused')

    await page.goto('/bookings')
    await expect(app.frame.dialog).toBeVisible()
    await expectAccessible(page, 'login prompt')
    await page.goto('/no/such/page')
    await app.frame.expectText("We can't seem to find the page you're looking for.")
    await expectAccessible(page, 'page not found')
  })

  test('panels over the page', async ({ app, page }) => {
    await page.goto('/')
    await app.frame.openMenu()
    await expectAccessible(page, 'side menu')
    await app.frame.dialog.getByRole('button', { name: app.words.say('Settings') }).click()
    await expect(app.frame.dialog).toHaveAccessibleName(app.words.say('Settings'))
    await expectAccessible(page, 'settings')
    await app.frame.dialog.getByRole('button', { name: app.words.say('Change country/Region') }).click()
    await expect(app.frame.dialog).toHaveAccessibleName(app.words.say('Select Your Country'))
    await expectAccessible(page, 'country picker')
  })

  test('pages of an account that has nothing yet', async ({ app, page, request }) => {
    await app.auth.signIn(await createAccount(request), '/bookings')
    await app.frame.expectText('No bookings yet')
    await expectAccessible(page, 'bookings, empty')
    await page.goto('/wallet')
    await expect(app.wallet.transactions).toHaveCount(1)
    await expectAccessible(page, 'wallet')
    await page.goto('/profile')
    await app.frame.expectText('No vehicle yet. Save one, and its plate is filled in when you book.')
    await expectAccessible(page, 'profile, no vehicle')
    await app.profile.openAddVehicle()
    await expectAccessible(page, 'vehicle dialog')
    await app.profile.dialog.getByRole('button', { name: app.words.say('Save') }).click()
    await app.frame.expectText('Enter the plate: letters and digits.')
    await expectAccessible(page, 'vehicle dialog, plate refused')
    await page.keyboard.press('Escape')
    await app.profile.addVehicle('CKTB 482')
    await expectAccessible(page, 'profile, a vehicle')
    await app.profile.vehicles.getByRole('button').click()
    await app.frame.button('Delete vehicle').click()
    await expectAccessible(page, 'vehicle dialog, deleting')
    await page.goto('/booking-details/ZZZZ-ZZZZ')
    await app.frame.expectText('This booking could not be found.')
    await expectAccessible(page, 'booking unknown')
  })
})

// Needs the worker: a pass says that it is ready offline only once the app itself is stored.
test('a booking, its dialogs and its pass @worker', async ({ app, page, request }) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, TORONTO)
  const { booking_code: code } = await bookAt(request, account, { park, stay: stayFromNow(), plate: 'CKTB482' })
  await app.auth.signIn(account, '/')
  await expect(app.frame.link('Pass')).toBeVisible()
  await expectAccessible(page, 'home, running booking')
  await page.goto(`/checkout/${park.slug}`)
  await app.checkout.typePlate('')
  await app.checkout.pay.click()
  await app.frame.expectText('Enter the plate: letters and digits.')
  await expectAccessible(page, 'checkout, signed in, plate refused')
  await page.goto('/bookings')
  await expect(app.bookings.rows('Now and next')).toHaveCount(1)
  await expectAccessible(page, 'bookings')
  await page.goto(`/booking-details/${code}`)
  await expect(app.frame.button('Extend')).toBeVisible()
  await toTheEnd(page)
  await expectAccessible(page, 'booking')
  const dialogs = [
    ['Extend', 'Extend your stay'],
    ['Change plate', 'Change plate'],
    ['Cancel', 'Cancel this booking?'],
  ] as const
  for (const [button, title] of dialogs) {
    await app.bookings.openDialog(button, title)
    await expectAccessible(page, `dialog: ${title}`)
    await page.keyboard.press('Escape')
    await expect(app.frame.dialog).toBeHidden()
  }
  await page.goto(`/booking-details/${code}/pass`)
  await app.bookings.expectPass({ code, plate: 'CKTB482' })
  await expectAccessible(page, 'pass')
  await page.goto('/wallet')
  await expect(app.wallet.transactions).toHaveCount(2)
  await toTheEnd(page)
  await expectAccessible(page, 'wallet, with a booking')
})

test('every page with no signal @worker', async ({ app, context, page, request }) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, TORONTO)
  const { booking_code: code } = await bookAt(request, account, { park, stay: stayFromNow(), plate: 'CKTB482' })
  await app.auth.signIn(account, '/bookings')
  await expect(app.bookings.rows('Now and next')).toHaveCount(1)
  await page.goto('/wallet')
  await expect(app.wallet.transactions).toHaveCount(2)
  await page.goto('/search?search=Toronto')
  await expect(app.find.cards.first()).toBeVisible()
  await page.goto(`/park/${park.slug}`)
  await expect(app.find.bookLink).toBeVisible()
  await untilAllKept(page)

  await context.setOffline(true)
  const offline = [
    '/',
    '/search?search=Toronto',
    '/search?search=Nowhere',
    '/parks-list',
    '/bookings',
    '/wallet',
    '/profile',
  ]
  const codes = [`/park/${park.slug}`, `/checkout/${park.slug}`, `/booking-details/${code}`, '/park/not-saved', '/auth']
  for (const path of [...offline, ...codes]) {
    await page.goto(path)
    await app.frame.expectOffline()
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
    await expectAccessible(page, `${path} offline`)
  }
  await page.goto(`/booking-details/${code}/pass`)
  await app.bookings.expectPass({ code, plate: 'CKTB482' })
  await expectAccessible(page, 'pass offline')
})

test('pages whose provider answers nonsense', async ({ app, context, page, request }) => {
  const { slug } = await mustFindPark(request, TORONTO)
  await app.auth.signIn(await createAccount(request), '/')
  await breakApi(context)
  for (const path of [
    '/search?search=Toronto',
    '/parks-list',
    `/park/${slug}`,
    `/checkout/${slug}`,
    '/bookings',
    '/wallet',
  ]) {
    await page.goto(path)
    await expect(app.frame.alert('Invalid response from server')).toBeVisible()
    await expectAccessible(page, `${path} broken`)
  }
})

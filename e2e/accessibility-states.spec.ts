import type { APIRequestContext, Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'
import { outboxOf, putStored } from './faults/stored.ts'
import type { Baywise } from './pages/baywise.ts'
import { open } from './places.ts'

const TORONTO = 'Green P Carpark 58'

/**
 * Tall enough that no row is half hidden by a bar: axe reports a partly covered target as too small, though it can be
 * scrolled into view.
 */
const TALL = { width: 360, height: 2400 }

interface Opening {
  readonly app: Baywise
  readonly page: Page
  readonly request: APIRequestContext
}

/** Opens the page of a driver's booking, with the app and the car park's prices stored on the phone. */
async function openBooked({ app, page, request }: Opening) {
  const account = await createAccount(request)
  const park = await mustFindPark(request, TORONTO)
  const booking = await bookAt(request, account, { park, stay: stayFromNow(), plate: 'CKTB482' })
  await app.auth.signIn(account, `/park/${park.slug}`)
  await expect(app.find.bookLink).toBeVisible()
  await page.goto(`/booking-details/${booking.booking_code}`)
  await expect(page.getByRole('main')).toContainText('CKTB482')
  await untilAllKept(page)
  return { account, code: booking.booking_code, id: booking.booking_id }
}

test('what was cancelled here and elsewhere: the dialog that books again, refusals and what is done @worker', async ({
  app,
  context,
  page,
  request,
}) => {
  const { account, code, id } = await openBooked({ app, page, request })
  await page.setViewportSize(TALL)
  await whileOffline(context, async () => {
    await app.bookings.extend()
    await expect(page.getByRole('region', { name: 'Waiting for signal' })).toBeVisible()
    await expectAccessible(page, 'booking, an extension waits')
    const cancelled = await request.put(`/api/v1/bookings/${id}/status`, {
      headers: { authorization: `Bearer ${account.accessToken}`, 'idempotency-key': crypto.randomUUID() },
      params: { status: 'cancelled' },
    })
    expect(cancelled.status(), await cancelled.text()).toBe(200)
    await page.goto('/profile')
    await app.frame.button('Logout').click()
    await expect(app.frame.dialog).toHaveAccessibleName('Some requests haven’t been sent')
    await expectAccessible(page, 'sign-out question')
    await app.frame.dialog.getByRole('button', { name: 'Send now' }).click()
    await expect(app.frame.dialog.getByRole('alert')).toBeVisible()
    await expectAccessible(page, 'sign-out question, not sent')
  })
  await page.goto('/activity')
  await expect(page.getByRole('list', { name: 'Refused', exact: true }).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'activity, refused')
  await page.goto(`/booking-details/${code}`)
  await app.frame.button('Book again for these times').click()
  await expect(app.frame.dialog).toHaveAccessibleName('Book again')
  await expect(app.frame.dialog.getByRole('button', { name: /^Pay/ })).toBeVisible()
  await expectAccessible(page, 'dialog that books again')
  await page.keyboard.press('Escape')
  await page.goto('/profile')
  await app.profile.addVehicle('CKTB 482')
  await page.goto('/activity')
  await expect(page.getByRole('list', { name: 'Done', exact: true }).getByRole('listitem')).toHaveCount(1)
  await expectAccessible(page, 'activity, done')
})

/**
 * Simulates an expired waiting request and a provider restored from a backup by writing the rows that each leaves
 * behind.
 */
async function ageStorage(page: Page): Promise<void> {
  const database = 'baywise-user'
  const late = (await outboxOf(page)).map((row) => ({
    ...row,
    command: { ...row.command, notAfter: '2026-01-01T00:00:00Z' },
  }))
  await putStored(page, { database, table: 'outbox', rows: late })
  await putStored(page, { database, table: 'saved', rows: [{ key: 'restored', savedAt: Date.now() }] })
}

test('a request that waited too long, and a provider that went back @worker', async ({
  app,
  context,
  page,
  request,
}) => {
  await openBooked({ app, page, request })
  await page.setViewportSize(TALL)
  await whileOffline(context, async () => {
    await app.bookings.extend()
    await expect(page.getByRole('region', { name: 'Waiting for signal' })).toBeVisible()
    await ageStorage(page)
  })
  await page.goto('/activity')
  await app.frame.expectText('Baywise was restored from a backup')
  await expect(page.getByRole('main')).toContainText('too late')
  await expectAccessible(page, 'activity, expired, under a notice of a restored provider')
})

test.describe('on a wide screen', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  test('dropdowns of the header, and settings in the other language', async ({ app, page, request }) => {
    await app.auth.signIn(await createAccount(request))
    await open(page, '/')
    const [country, profile] = [page.locator('header summary').first(), page.locator('header summary').last()]
    const menu = page.locator('header details[open]')
    await country.click()
    await expect(menu.getByRole('button', { name: 'Senegal' })).toBeVisible()
    await expectAccessible(page, 'dropdown of countries')
    await profile.click()
    await expect(menu.getByRole('button', { name: 'Logout' })).toBeVisible()
    await expectAccessible(page, 'dropdown of the profile')
    await page.keyboard.press('Escape')
    await page.goto('/profile')
    await page.getByRole('button', { name: /^Language and country/ }).click()
    await app.frame.dialog.locator('label').filter({ hasText: 'Français' }).click()
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
    await expectAccessible(page, 'settings, in another language')
  })
})

test.describe('what went wrong', () => {
  test('a phone whose storage was thrown away', async ({ app, page }) => {
    await page.addInitScript(() => localStorage.setItem('storageLost', 'true'))
    await page.goto('/')
    await app.frame.expectText('What was saved on this phone is gone')
    await expectAccessible(page, 'what was saved is gone')
  })

  test('a page that broke, and one that cannot be loaded', async ({ app, context, page, pageErrors }) => {
    pageErrors.allow(/broken by the test|render_failed|Failed to load resource|could not be loaded|ChunkLoadError/)
    await context.route('**/assets/access-denied-screen-*', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: 'export default function Broken() { throw new Error("broken by the test") }',
      }),
    )
    await page.goto('/403')
    await expect(app.frame.heading).toHaveText('Something went wrong')
    await app.frame.button('Try again').click()
    await expect(app.frame.link('Go Home')).toBeVisible()
    await expectAccessible(page, 'something went wrong')

    await context.route('**/assets/pages-screen*', (route) => route.abort())
    await page.goto('/about')
    await expect(app.frame.heading).toHaveText('Loading Issue')
    for (const retries of [1, 2]) {
      await app.frame.button('Retry').click()
      await expect(app.frame.link('Go Home')).toHaveCount(retries - 1)
    }
    await expectAccessible(page, 'loading issue')
  })

  test('an app that cannot be loaded', async ({ context, page, pageErrors }) => {
    pageErrors.allow(/boot_failed|Failed to load resource|dynamically imported module/)
    await context.route('**/assets/main-*.js', (route) => route.abort())
    await page.goto('/')
    await expect(page.getByRole('heading', { name: 'Unable to load the application' })).toBeVisible()
    await expectAccessible(page, 'unable to load the application')
  })

  test('what is saved cannot be read', async ({ app, context, page, pageErrors }) => {
    pageErrors.allow(/Storage is broken|render_failed|UnknownError|data_layer_failed/)
    await context.addInitScript(() => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('broken by the test', 'UnknownError')
      }
    })
    await page.goto('/bookings')
    await expect(app.frame.heading).toHaveText('We can’t read what’s saved on this phone')
    await expectAccessible(page, 'what is saved cannot be read')
    await app.frame.button('Continue without saving').click()
    await app.frame.expectText(
      'This browser saves nothing. Your pass is gone when you close this page, and without a connection nothing opens or waits to be sent.',
    )
    await expectAccessible(page, 'nothing is kept')
  })
})

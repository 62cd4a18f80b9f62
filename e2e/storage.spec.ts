import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { mustFindPark } from './parks.ts'

test.use(WITH_WORKER)

/**
 * Tall enough that no row is half hidden by the bottom bar: a partly covered target is reported as too small, though it
 * can be scrolled into view.
 */
const WHOLE_PAGE = { width: 360, height: 2400 }

test('a visitor sees in the settings what is kept, and gives up the car parks of another country', async ({
  app,
  page,
  request,
}) => {
  const { slug } = await mustFindPark(request, 'Green P Carpark 58')
  await page.goto(`/park/${slug}`)
  await expect(app.find.bookLink).toBeVisible()
  await page.goto('/search?search=Lagos')
  await expect(app.find.cards.first()).toBeVisible()
  await page.goto('/')
  await app.frame.openMenu()
  await app.frame.dialog.getByRole('button', { name: app.words.say('Settings') }).click()
  await app.frame.dialog.getByRole('button', { name: app.words.say('Saved on this phone') }).click()
  await expect(app.frame.dialog).toHaveAccessibleName(app.words.say('Saved on this phone'))
  const rows = app.frame.dialog.getByRole('list', { name: app.words.say('Saved on this phone') }).getByRole('listitem')
  await expect(rows.filter({ hasText: 'Canada' })).toHaveCount(1)
  await expect(rows.filter({ hasText: 'Nigeria' })).toHaveCount(1)
  await expectAccessible(page, 'saved on this phone')
  await app.frame.dialog.getByRole('button', { name: app.words.like('Free up {amount}') }).click()
  await app.frame.expectText('{freed} freed up.')
  await expect(rows.filter({ hasText: 'Nigeria' })).toHaveCount(0)
  await expect(rows.filter({ hasText: 'Canada' })).toHaveCount(1)
})

test('what waits with no signal is changed in its place, and what is kept is shown in the profile', async ({
  app,
  context,
  page,
  request,
}) => {
  await app.auth.signIn(await createAccount(request), '/profile')
  await app.frame.expectText('Bookings with their passes')
  await untilAllKept(page)
  await whileOffline(context, async () => {
    await page.goto('/profile')
    await app.profile.addVehicle('CKTB 482')
    await page.goto('/activity')
    await page.setViewportSize(WHOLE_PAGE)
    await app.frame.button('Change').click()
    await expect(app.frame.dialog).toHaveAccessibleName(app.words.say('Change your request'))
    await expectAccessible(page, 'what was asked for, to be changed')
    await app.frame.dialog.getByLabel(app.words.say('Plate number'), { exact: true }).fill('ABCD 123')
    await app.frame.dialog.getByRole('button', { name: app.words.say('Save'), exact: true }).click()
    await expect(page.getByText('ABCD 123')).toBeVisible()
    await expect(page.getByText('CKTB 482')).toHaveCount(0)
    await expectAccessible(page, 'activity, something waits')
    await page.goto('/profile')
    await app.frame.expectText('Bookings with their passes')
    await expectAccessible(page, 'profile, what is kept')
  })
})

test('a wiped storage is said until it was read', async ({ app, page }) => {
  await page.goto('/')
  await page.evaluate(() => localStorage.setItem('storageLost', 'true'))
  await page.reload()
  await app.frame.expectText('What was saved on this phone is gone')
  await expectAccessible(page, 'home, storage lost')
  await app.frame.button('OK').click()
  await page.reload()
  await expect(app.frame.heading).toBeVisible()
  await expect(page.getByText(app.words.like('What was saved on this phone is gone'))).toHaveCount(0)
})

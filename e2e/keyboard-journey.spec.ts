import { createAccount } from './account.ts'
import { expect, test } from './fixtures.ts'
import { expectSeenFocus, pressAt, stopNow, tabTo } from './keyboard.ts'
import { mustFindPark } from './parks.ts'
import { open } from './places.ts'

test('settings need no mouse: language, appearance and country, and the way back to where they were opened', async ({
  app,
  page,
}) => {
  await open(page, '/')
  const menu = app.frame.button('Menu')
  await pressAt(page, menu)
  await expect(app.frame.dialog).toHaveAccessibleName('Menu')
  await pressAt(page, app.frame.dialog.getByRole('button', { name: 'Settings' }))
  await expect(app.frame.dialog).toHaveAccessibleName('Settings')

  // Tabs round the whole panel: the page below is never reached.
  for (let pressed = 0; pressed < 20; pressed += 1) {
    await page.keyboard.press('Tab')
    if ((await stopNow(page)) !== null) {
      expect(await page.evaluate(() => document.activeElement?.closest('dialog[open]') !== null)).toBe(true)
    }
  }
  await tabTo(page, app.frame.dialog.getByRole('radio', { name: 'English' }))
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  await expectSeenFocus(page, 'in another language')
  await page.keyboard.press('ArrowLeft')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await tabTo(page, app.frame.dialog.getByRole('radio', { name: 'System' }))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('ArrowRight')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await expectSeenFocus(page, 'in another appearance')
  await pressAt(page, app.frame.dialog.getByRole('button', { name: 'Change country/Region' }), 'Space')
  await expect(app.frame.dialog).toHaveAccessibleName('Select Your Country')
  await tabTo(page, app.frame.dialog.getByRole('radio', { checked: true }))
  await page.keyboard.press('ArrowDown')
  await expectSeenFocus(page, 'on another country')
  await pressAt(page, app.frame.dialog.getByRole('button', { name: /^Continue with/ }))
  await expect(app.frame.dialog).toBeHidden()
  await expect(menu).toBeFocused()
  expect(await page.evaluate(() => localStorage.getItem('selectedCountry'))).not.toContain('"CA"')
})

test('Escape closes each dialog and gives the focus back to what opened it; the skip link leads to the content', async ({
  app,
  page,
  request,
}) => {
  await app.auth.signIn(await createAccount(request), '/profile')
  await open(page, '/profile')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
  for (const name of [
    'Edit profile',
    'Change email',
    'Add a vehicle',
    /^Passkeys/,
    /^Where you are signed in/,
    'Delete account',
  ]) {
    const opener = page.getByRole('button', { name })
    await pressAt(page, opener)
    await expect(app.frame.dialog).toBeVisible()
    await page.keyboard.press('Tab')
    await expectSeenFocus(page, `in ${String(name)}`)
    await page.keyboard.press('Escape')
    await expect(app.frame.dialog).toBeHidden()
    await expect(opener).toBeFocused()
  }
})

test('a car park is searched for, booked and its pass shown without a mouse', async ({ app, page, request }) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, 'Green P Carpark 58')
  await app.auth.signIn(account, '/')
  await open(page, '/')
  await tabTo(page, app.find.place)
  await page.keyboard.type('Bedford Road')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/search\?/)
  const card = app.find.card('Green P Carpark 58')
  await expect(card).toBeVisible()
  await pressAt(page, card)
  await expect(page).toHaveURL(new RegExp(`/park/${park.slug}`))
  await expect(page.locator('main')).toBeFocused()
  await pressAt(page, app.find.bookLink)
  await expect(page).toHaveURL(/\/checkout\//)
  await tabTo(page, app.checkout.plate)
  await page.keyboard.type('CKTB 482')
  await tabTo(page, app.checkout.pay)
  await page.keyboard.press('Enter')
  await expect(app.frame.heading).toHaveText('You’re booked')
  await pressAt(page, app.frame.link('Show pass'))
  await expect(page).toHaveURL(/\/pass$/)
  await expect(app.bookings.qr).toBeVisible()
  await expect(page.locator('main')).toBeFocused()
})

test('a profile is edited and a vehicle deleted without a mouse; the focus stays in its part of the page', async ({
  app,
  page,
  request,
}) => {
  await app.auth.signIn(await createAccount(request), '/profile')
  await app.profile.addVehicle('CKTB 482')
  await open(page, '/profile')
  const { dialog } = app.frame
  const edit = page.getByRole('button', { name: 'Edit profile' })
  await pressAt(page, edit)
  await tabTo(page, dialog.getByLabel('First name', { exact: true }))
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type('Ousmane')
  await pressAt(page, dialog.getByRole('button', { name: 'Save' }), 'Space')
  await expect(dialog).toBeHidden()
  await expect(edit).toContainText('Ousmane')
  await expect(edit).toBeFocused()

  await pressAt(page, app.profile.vehicles.getByRole('button'))
  await pressAt(page, dialog.getByRole('button', { name: 'Delete vehicle' }))
  await pressAt(page, dialog.getByRole('button', { name: 'Delete', exact: true }))
  await expect(app.profile.vehicles).toHaveCount(0)
  await expect(page.getByRole('heading', { name: 'Vehicles', exact: true })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('button', { name: 'Add a vehicle' })).toBeFocused()
})

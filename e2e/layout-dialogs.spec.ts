import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { type Driver, makeDriver, open } from './places.ts'

/** Font size of a driver who wants 40 % more than Chromium's 16. */
const LARGE = 23

test.use({ language: 'fr' })

async function enlarge(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: LARGE } })
}

/** Finds elements past the dialog's edge, a part that scrolls sideways, and a dialog larger than the window. */
function findCut(dialog: Element): readonly string[] {
  const box = dialog.getBoundingClientRect()
  const found: string[] = []
  if (box.left < 0 || box.right > innerWidth || box.top < 0 || box.bottom > innerHeight + 1)
    found.push('past the window')
  for (const element of dialog.querySelectorAll('*')) {
    const { left, right, width } = element.getBoundingClientRect()
    if (width === 0 || getComputedStyle(element).clipPath !== 'none') continue
    // A ruler's scale and a row of chips extend past the box in which they scroll.
    if (element.matches('[role=slider] > svg *, [role=search] > [role=group] *')) continue
    if (left < box.left - 1 || right > box.right + 1) found.push(element.outerHTML.slice(0, 160))
  }
  const body = [...dialog.children].find((part) => part.scrollWidth > part.clientWidth + 1)
  if (body !== undefined) found.push(`scrolls sideways: ${body.outerHTML.slice(0, 160)}`)
  // In a dialog with its content's height, WebKit gives a part with `flex-basis: 0` no height; Chromium hides the
  // problem.
  const flat = [...dialog.children].find((part) => /^0(px|%)$/.test(getComputedStyle(part).flexBasis))
  if (flat !== undefined) found.push(`collapses in WebKit: ${flat.outerHTML.slice(0, 160)}`)
  return found
}

test('text of 140 % in French fits each dialog of a phone', async ({ app, page, request }) => {
  const driver: Driver = await makeDriver(request, 'fr')
  await app.auth.signIn(driver.account)
  const { say } = app.words
  const found: Record<string, readonly string[]> = {}
  const look = async (name: string): Promise<void> => {
    await expect(app.frame.dialog).toBeVisible()
    await expect(app.frame.dialog.locator('[aria-busy="true"]')).toHaveCount(0)
    const cut = await app.frame.dialog.evaluate(findCut)
    if (cut.length > 0) found[name] = cut
  }
  const press = (name: string): Promise<void> =>
    page
      .getByRole('button', { name: say(name) })
      .first()
      .click()
  const pressIn = (name: string): Promise<void> => app.frame.dialog.getByRole('button', { name: say(name) }).click()
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    await expect(app.frame.dialog).toBeHidden()
  }

  await enlarge(page)
  await open(page, '/profile')
  for (const name of ['Edit profile', 'Change email', 'Passkeys', 'Where you are signed in', 'Delete account']) {
    await press(name)
    await look(name)
    await close()
  }
  await press('Add a vehicle')
  await look('Add a vehicle')
  await pressIn('Save')
  await look('Add a vehicle, refused')
  await close()
  await press('Language and country')
  await look('Settings')
  await pressIn('Saved on this phone')
  await expect(app.frame.dialog).toHaveAccessibleName(say('Saved on this phone'))
  await look('Saved on this phone')
  await close()
  await press('Language and country')
  await pressIn('Change country/Region')
  await expect(app.frame.dialog).toHaveAccessibleName(say('Select Your Country'))
  await look('Select Your Country')
  await close()
  await open(page, '/')
  await app.frame.openMenu()
  await look('Menu')
  await open(page, '/search?search=Toronto')
  await page.getByRole('button', { name: app.words.like('Change the search') }).click()
  await look('search')

  await open(page, `/booking-details/${driver.code}`)
  for (const name of ['Extend', 'Change plate', 'Cancel']) {
    await page.getByRole('button', { name: say(name), exact: true }).click()
    await look(name)
    await close()
  }
  expect(found).toEqual({})
})

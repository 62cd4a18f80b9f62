import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'

const LIST = '/parks-list?country=CA&search=Toronto'

test('a filter of the list stands in its address, and the same page is there with no signal @worker', async ({
  app,
  context,
  page,
}) => {
  await page.goto(LIST)
  await expect(app.find.cards.first()).toBeVisible()
  await untilAllKept(page)
  const chips = page.getByRole('group', { name: app.words.say('Sort and filter') })
  await chips.getByRole('button', { name: /^Garage/ }).click()
  await expect(page).toHaveURL(/kind=garage/)
  await chips.getByRole('button', { name: /^Accessible/ }).click()
  await expect(page).toHaveURL(/filters=accessible/)
  const empty = page.getByText('No car parks match these filters')
  await expect(app.find.cards.first().or(empty)).toBeVisible()
  await page.getByRole('button', { name: /^Accessible/ }).click()
  await expect(page).not.toHaveURL(/filters/)
  await expect(app.find.cards.first()).toBeVisible()
  const names = await app.find.cards.allTextContents()
  await whileOffline(context, async () => {
    await page.reload()
    await expect(app.find.cards.first()).toBeVisible()
    await expect(chips.getByRole('button', { name: /^Garage/ })).toHaveAttribute('aria-pressed', 'true')
    await expect(page.locator('[data-park]').nth(names.length - 1)).toBeVisible()
    // A list that was never requested: shows the matching car parks stored on this phone, and their number.
    await chips.getByRole('button', { name: /^Garage/ }).click()
    const lots = chips.getByRole('button', { name: /^Open-air \d+$/ })
    await lots.click()
    await expect(page).toHaveURL(/kind=lot/)
    await expect(app.find.cards.first()).toBeVisible()
  })
})

test('a filter that no car park passes can be taken off again', async ({ app, page }) => {
  await page.goto('/parks-list?country=CA&kind=stadium&filters=ev,accessible&height=9')
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await expect(page).toHaveURL('/parks-list?country=CA')
  await expect(app.find.cards.first()).toBeVisible()
})

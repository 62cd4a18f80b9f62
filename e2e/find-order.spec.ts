import type { Locator } from '@playwright/test'
import { expect, PAGES_ALONE, test } from './fixtures.ts'

test.use(PAGES_ALONE)

const countOf = async (chip: Locator): Promise<number> => Number(/(\d+)$/.exec((await chip.textContent()) ?? '')?.[1])

test('a filter says how many car parks it leaves, leaves so many, and can be shared with the address', async ({
  app,
  context,
  page,
}) => {
  await page.goto('/search?search=Toronto')
  await app.find.growList()
  const chip = page.getByRole('group', { name: 'Sort and filter' }).getByRole('button', { name: /^Garage \d+$/ })
  const count = await countOf(chip)
  expect(count).toBeGreaterThan(0)
  await chip.click()
  await expect(page).toHaveURL(/filters=garage/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(new RegExp(`^${count} `))
  await page.getByRole('button', { name: 'Cheapest', exact: true }).click()
  await expect(page).toHaveURL(/sort=cheapest/)

  const shared = await context.newPage()
  await shared.goto(page.url())
  await expect(shared.getByRole('button', { name: /^Garage \d+$/ })).toHaveAttribute('aria-pressed', 'true')
  const cheapest = shared.locator('[data-park]').first()
  await expect(cheapest).toBeVisible()
  const id = await cheapest.getAttribute('data-park')
  await expect(page.locator('[data-park]').first()).toHaveAttribute('data-park', id ?? '')
})

test('the filters of one search stay for the next, and stand in its address', async ({ app, page }) => {
  await page.goto('/search?search=Toronto&filters=garage')
  await expect(app.find.cards.first()).toBeVisible()
  await page.getByRole('button', { name: /Change the search/ }).click()
  await app.find.search('Ottawa')
  await expect(page).toHaveURL(/search=Ottawa.*filters=garage|filters=garage.*search=Ottawa/)
})

test('after the map was moved its area can be searched, and the map stays where it is', async ({ app, page }) => {
  await page.goto('/search?search=Toronto')
  await expect(app.find.map).toBeVisible()
  const searchArea = page.getByRole('button', { name: 'Search this area' })
  await expect(searchArea).toHaveCount(0)
  const before = await app.find.cards.first().textContent()
  const { x, y, width } = (await app.find.map.boundingBox()) ?? { x: 0, y: 0, width: 0 }
  await page.mouse.move(x + width / 2, y + 130)
  await page.mouse.down()
  await page.mouse.move(x + width / 2, y + 330, { steps: 5 })
  await page.mouse.up()
  await searchArea.click()
  await expect(page).toHaveURL(/lat=43\.\d+&lng=-79/)
  await expect(searchArea).toHaveCount(0)
  await expect(app.find.cards.first()).not.toHaveText(before ?? '')
})

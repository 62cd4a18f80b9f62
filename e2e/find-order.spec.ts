import type { Locator } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const boxOf = async (part: Locator) => (await part.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 }

const countOf = async (chip: Locator): Promise<number> => Number(/(\d+)$/.exec((await chip.textContent()) ?? '')?.[1])

test('a filter says how many car parks it leaves, leaves so many, and can be shared with the address', async ({
  app,
  context,
  page,
}) => {
  await page.goto('/search?search=Toronto')
  await app.find.growList()
  const chip = page.getByRole('group', { name: 'Sort and filter' }).getByRole('button', { name: /^Garage \d+$/ })
  expect(await countOf(chip)).toBeGreaterThan(0)
  await chip.click()
  await expect(page).toHaveURL(/filters=garage/)
  const heading = page.getByRole('heading', { level: 1 })
  // More car parks may still be loading; heading and chip both count them.
  await expect.poll(async () => (await heading.textContent())?.startsWith(`${await countOf(chip)} `)).toBe(true)
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

test('the pin of the searched place is not half under the selected pill', async ({ app, page }) => {
  await page.goto('/search?search=Toronto&lat=43.6561&lng=-79.3802')
  await expect(app.find.map.locator('[data-selected] button')).toBeVisible()
  await expect(app.find.map.locator('[data-place="pin"]')).toBeHidden()
  await expect(app.find.map.getByText('Toronto', { exact: true })).toBeVisible()
})

test.describe('on a low screen', () => {
  test.use({ viewport: { width: 360, height: 640 } })

  test('nothing covers the pill of the selected car park', async ({ app, page }) => {
    await page.goto('/search?search=Toronto')
    const pill = app.find.map.locator('[data-selected] button')
    await expect(pill).toBeVisible()
    const above = page.getByRole('group', { name: 'Sort and filter' })
    const below = app.find.map.getByText('No street map here yet')
    await expect(below).toBeVisible()
    const isFree = async () => {
      const [box, over, under] = [await boxOf(pill), await boxOf(above), await boxOf(below)]
      return box.y >= over.y + over.height && box.y + box.height <= under.y
    }
    await expect.poll(isFree).toBe(true)
  })
})

test.describe('on a large screen', () => {
  test.use({ viewport: { width: 1280, height: 800 }, country: 'US' })

  test('whose data is on the map stands beside the card of the selected car park, whole', async ({ app, page }) => {
    await page.goto('/search?search=New+York&lat=40.7563&lng=-73.9869')
    const sources = app.find.map.getByText(/NYC Department of Consumer and Worker Protection/)
    await expect(sources).toBeVisible()
    const card = await boxOf(page.locator('section[data-over-map]'))
    expect((await boxOf(sources)).x).toBeGreaterThanOrEqual(card.x + card.width)
    expect(await sources.evaluate((line) => line.scrollWidth <= line.clientWidth)).toBe(true)
  })
})

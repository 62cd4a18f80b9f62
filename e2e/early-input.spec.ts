import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { holdScript } from './hold-script.ts'

/** Covers input on the home page between its first paint and hydration. */
test.use({ permissions: ['geolocation'], geolocation: { latitude: 43.6677, longitude: -79.3948 } })

const AT_ONCE_MS = 300
const NOWHERE = '95.2, 200.1'
const nowhereNote = (page: Page) => page.getByText('This position isn’t on Earth')

for (const { script, what } of [
  { script: 'index', what: 'any script' },
  { script: 'main', what: 'the app' },
] as const) {
  test(`Near me that is pressed before ${what} has come is answered`, async ({ app, page }) => {
    const release = await holdScript(page, script)
    await page.goto('/', { waitUntil: 'commit' })
    await app.find.searchNearMe()
    release()
    await expect(page).toHaveURL(/lat=43\.6677/)
    await expect(app.find.cards.first()).toBeVisible()
  })

  test(`suggestions come by themselves for what was typed before ${what} has come`, async ({ app, page }) => {
    const release = await holdScript(page, script)
    await page.goto('/', { waitUntil: 'commit' })
    await app.find.place.pressSequentially(NOWHERE)
    release()
    await expect(nowhereNote(page)).toBeVisible()
    await expect(app.find.place).toHaveValue(NOWHERE)
    await expect(app.find.place).toBeFocused()
  })
}

test('what was typed before the app runs opens nothing once the driver has gone on to another field', async ({
  app,
  page,
}) => {
  const release = await holdScript(page, 'main')
  await page.goto('/')
  await app.find.place.fill(NOWHERE)
  await page.getByLabel('Vehicle').focus()
  release()
  await expect(page.getByText(/^Now, /)).toBeVisible()
  await page.waitForTimeout(AT_ONCE_MS)
  await expect(nowhereNote(page)).toBeHidden()
  await app.find.place.press('End')
  await expect(app.find.place).toHaveValue(NOWHERE)
})

test('of several presses the last one is done, once', async ({ app, page }) => {
  const release = await holdScript(page, 'index')
  await page.goto('/', { waitUntil: 'commit' })
  await app.find.searchNearMe()
  await page.getByRole('button', { name: 'Menu' }).click()
  release()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'About us' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await page.waitForTimeout(AT_ONCE_MS)
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('dialog')).toBeHidden()
})

test('a press is forgotten once the driver types instead', async ({ app, page }) => {
  const release = await holdScript(page, 'main')
  await page.goto('/')
  await app.find.searchNearMe()
  await app.find.place.click()
  await app.find.place.pressSequentially(NOWHERE)
  release()
  await expect(nowhereNote(page)).toBeVisible()
  await page.waitForTimeout(AT_ONCE_MS)
  await expect(page).toHaveURL('/')
})

test('suggestions come by themselves when their code comes after what was typed', async ({ app, page }) => {
  const release = await holdScript(page, 'place-suggestions')
  await page.goto('/')
  await expect(page.getByText(/^Now, /)).toBeVisible()
  await app.find.place.pressSequentially(NOWHERE)
  await page.waitForTimeout(AT_ONCE_MS)
  release()
  await expect(nowhereNote(page)).toBeVisible()
})

test('a link in a page whose code is still on its way is followed by the app, once that has come; the frame answers at once', async ({
  page,
}) => {
  const release = await holdScript(page, 'pages-screen')
  await page.goto('/help')
  const startedAt = await page.evaluate(() => performance.timeOrigin)
  const menu = page.getByRole('dialog')
  await page.getByRole('button', { name: 'Menu' }).click()
  await expect(menu.getByRole('link', { name: 'About us' })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
  await page.locator('main a[href^="/"]').first().click()
  await page.waitForTimeout(AT_ONCE_MS)
  await expect(page).toHaveURL('/help')
  release()
  await expect(page).not.toHaveURL('/help')
  expect(await page.evaluate(() => performance.timeOrigin)).toBe(startedAt)
})

/** Delays after the first paint, with scripts slowed down 6 times. */
const MOMENTS_MS = [0, 100, 200, 400, 800, 1_200]

test.describe('on a slow phone, at any moment of its start', () => {
  test.beforeEach(async ({ context, page }) => {
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 6 })
  })

  test('Near me is answered', async ({ app, page }) => {
    for (const moment of MOMENTS_MS) {
      await test.step(`${String(moment)} ms`, async () => {
        await page.goto('/', { waitUntil: 'commit' })
        await pressAfter(page, moment)
        await expect(page).toHaveURL(/lat=43\.6677/)
        await expect(app.find.cards.first()).toBeVisible()
      })
    }
  })

  test('suggestions come for what was typed', async ({ app, page }) => {
    for (const moment of MOMENTS_MS) {
      await test.step(`${String(moment)} ms`, async () => {
        await page.goto('/', { waitUntil: 'commit' })
        await expect(app.find.place).toBeVisible()
        await page.waitForTimeout(moment)
        await app.find.place.fill(NOWHERE)
        await expect(nowhereNote(page)).toBeVisible()
        await expect(app.find.place).toHaveValue(NOWHERE)
      })
    }
  })
})

/** Clicks by coordinates: Playwright's own click waits until the element is stable. */
async function pressAfter(page: Page, ms: number): Promise<void> {
  const box = await page.getByRole('search').getByRole('button', { name: 'Near me', exact: true }).boundingBox()
  if (box === null) throw new Error('Near me is not shown')
  await page.waitForTimeout(ms)
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2)
}

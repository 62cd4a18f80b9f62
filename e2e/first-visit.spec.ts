import type { Page } from '@playwright/test'
import { PARAM } from '../src/config/routes.ts'
import { expect, test } from './fixtures.ts'
import { holdFiles, holdScript } from './hold-script.ts'
import { mustFindPark } from './parks.ts'

/** A fresh phone: nothing stored and no country chosen. */
test.use({ country: null })

const searchField = (page: Page) => page.locator(`input[name="${PARAM.text}"]`)

test('what was typed and chosen before the app runs goes on in its fields, and nothing is drawn anew', async ({
  page,
}) => {
  const told: string[] = []
  page.on('console', (message) => told.push(message.text()))
  const release = await holdScript(page, 'main')
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1, name: 'Find parking' })).toBeVisible()
  const field = searchField(page)
  await field.fill('Union  Sta')
  await page.getByLabel('Vehicle').selectOption({ label: 'Van' })
  const before = await field.elementHandle()
  release()
  await expect(page.getByText(/^Now, /)).toBeVisible()
  await expect(field).toHaveValue('Union  Sta')
  expect(await field.evaluate((now, then) => now === then, before)).toBe(true)
  await expect(page.getByLabel('Vehicle')).toHaveValue('3')
  await field.press('End')
  await field.pressSequentially('tion')
  // Leaves the field, whose suggestions cover the button.
  await field.press('Tab')
  await page.getByRole('button', { name: 'Find parking', exact: true }).click()
  await expect(page).toHaveURL(/\/search\?search=Union(\+|%20)Station&.*vehicle_type_id=3/)
  expect(told.filter((text) => text.startsWith('page_drawn_anew'))).toEqual([])
})

test('a button that is pressed before the app runs is answered by the app', async ({ page }) => {
  const release = await holdScript(page, 'main')
  await page.goto('/')
  await page.getByRole('button', { name: 'Menu' }).click()
  release()
  await expect(page.getByRole('dialog').getByRole('link', { name: 'About us' })).toBeVisible()
  await page.keyboard.press('Escape')
  // Later presses are not recorded for replay.
  await page.getByRole('contentinfo').getByRole('link', { name: 'Help' }).click()
  await expect(page).toHaveURL('/help')
  await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()
})

test('a phone whose country is known draws what differs, and keeps what was typed', async ({ page }) => {
  await page.addInitScript(() =>
    localStorage.setItem(
      'selectedCountry',
      JSON.stringify({ code: 'NG', name: 'Nigeria', autoDetected: false, fallback: false }),
    ),
  )
  const release = await holdScript(page, 'main')
  await page.goto('/')
  await searchField(page).fill('Ikeja')
  release()
  await expect(page.getByText(/^Now, /)).toBeVisible()
  await expect(searchField(page)).toHaveValue('Ikeja')
})

for (const name of ['slug', 'code'] as const)
  test(`a car park that a link names by its ${name} is asked for once, while the app is on its way`, async ({
    page,
    request,
  }) => {
    const park = await mustFindPark(request, 'Green P Carpark 58')
    const address = new RegExp(`/front/parks/${park[name]}$`)
    const asked: string[] = []
    page.on('request', (sent) => {
      if (address.test(sent.url())) asked.push(sent.url())
    })
    const release = await holdScript(page, 'main')
    await page.goto(`/park/${park[name]}`, { waitUntil: 'commit' })
    await expect.poll(() => asked.length).toBe(1)
    release()
    await expect(page.getByRole('heading', { level: 1, name: 'Green P Carpark 58' })).toBeVisible()
    expect(asked).toHaveLength(1)
  })

test('a search that a link leads to asks for the places of the clock’s country and for nothing of the others, while the app is on its way', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (sent) => {
    const [, file] = /\/assets\/(place-worker|places-[A-Z]{2})-[^/]+\.js(?:on)?$/.exec(sent.url()) ?? []
    if (file !== undefined) asked.push(file)
  })
  const release = await holdScript(page, 'main')
  await page.goto('/search?search=Union%20Station', { waitUntil: 'commit' })
  await expect.poll(() => asked).toEqual(['place-worker', 'places-CA'])
  release()
  await expect(page.getByRole('heading', { level: 1, name: /car parks$/ })).toBeVisible()
  expect([...new Set(asked)]).toEqual(['place-worker', 'places-CA'])
})

test('a car park that could not be asked for ahead is asked for by the app', async ({ page, pageErrors, request }) => {
  pageErrors.allow(/Failed to load resource/)
  const park = await mustFindPark(request, 'Green P Carpark 58')
  await page.route(`**/front/parks/${park.slug}`, (route) => route.abort(), { times: 1 })
  await page.goto(`/park/${park.slug}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Green P Carpark 58' })).toBeVisible()
})

test('another language than the browser’s is shown as the driver chose it', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('language', 'fr'))
  await page.goto('/help')
  await expect(page.getByRole('heading', { level: 1, name: 'Aide' })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
})

test('an app that cannot be loaded says so beside the page, which stays', async ({ page, pageErrors }) => {
  pageErrors.allow(/main-|boot_failed|Failed to (load|fetch)/)
  await page.route(/\/assets\/main-[^/]+\.js$/, (route) => route.abort())
  await page.goto('/terms')
  await expect(page.getByRole('heading', { name: 'Unable to load the application' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1, name: 'Terms of use' })).toBeVisible()
})

test.describe('before any script', () => {
  test.use({ javaScriptEnabled: false })

  test('home and the pages of text are read, and a search is sent', async ({ page }) => {
    await page.goto('/help')
    await expect(page).toHaveTitle('Help – Baywise')
    await expect(page.getByRole('heading', { level: 1, name: 'Help' })).toBeVisible()
    await page.goto('/')
    await searchField(page).fill('Union Station')
    await page.getByRole('button', { name: 'Find parking', exact: true }).click()
    await expect(page).toHaveURL(/\/search\?search=Union\+Station&vehicle_type_id=1$/)
  })

  test.describe('in French', () => {
    test.use({ language: 'fr' })

    test('the pages come in the browser’s language', async ({ page }) => {
      await page.goto('/')
      await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
      await page.goto('/privacy-policy')
      await expect(page).toHaveTitle(/^Politique de confidentialité – Baywise$/)
    })
  })
})

for (const { path, names } of [
  { path: '/search?search=Toronto', names: ['data', 'find-screen', 'place-client'] },
  { path: '/park/a-car-park', names: ['data', 'park-screen'] },
  { path: '/bookings', names: ['data'] },
])
  test(`the page of a first visit to ${path} names the files that it is going to run, and they are there`, async ({
    page,
  }) => {
    const html = await (await page.request.get(path)).text()
    const files = Array.from(html.matchAll(/<link rel="modulepreload"[^>]*href="([^"]+)"/g), ([, file]) => String(file))
    for (const name of names) expect(files.filter((file) => file.startsWith(`/assets/${name}-`))).toHaveLength(1)
    for (const file of files) {
      const answer = await page.request.get(file)
      expect([file, answer.status(), answer.headers()['content-type']]).toEqual([
        file,
        200,
        'text/javascript; charset=utf-8',
      ])
    }
  })

for (const address of ['/park/green-p-carpark-1-toronto-cajy245', '/search?search=Toronto', '/bookings'])
  test(`the frame of ${address} is painted before any script or style sheet has come, and drawn by the app after`, async ({
    page,
  }) => {
    const release = await holdFiles(page, /\/assets\//)
    await page.goto(address, { waitUntil: 'commit' })
    const box = page.locator('.shell-box').first()
    await expect(box).toHaveCSS('height', '52px')
    await expect(box).not.toHaveCSS('background-color', 'rgba(0, 0, 0, 0)')
    await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-paint').length)).toBe(1)
    release()
    await expect(page.getByRole('main')).toBeVisible()
    await expect(box).toHaveCount(0)
  })

for (const address of ['/', '/bookings'])
  test(`${address} is dark where that was chosen, before any file has come`, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('baywise-appearance', 'dark'))
    const release = await holdFiles(page, /\/assets\//)
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
    await expect(page.locator('body')).toHaveCSS('color-scheme', 'dark')
    release()
    await expect(page.getByRole('main')).toBeVisible()
  })

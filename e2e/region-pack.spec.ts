import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { ROOT, mustFindNode } from '../scripts/setup.mjs'
import { expectAccessible } from './axe.ts'
import { expect, test as base } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { mustFindPark } from './parks.ts'
import { ProviderProcess } from './provider-process.ts'
import { countPixels, ensureStreets } from './streets.ts'

/** Garages beside a street of the extract: one that a van does not fit into, and one that it does. */
const GARAGES = [
  { source_id: 'low', name: 'Low Garage', lat: 37.7846, lng: -122.4022, height_limit_m: 1.8 },
  { source_id: 'high', name: 'High Garage', lat: 37.7838, lng: -122.4008, height_limit_m: 2.4 },
].map((garage) => ({
  ...{ source: 'e2e', country_code: 'US', state: 'California', city: 'San Francisco', address: 'Howard Street' },
  ...{ capacity: 40, rates_text: '$3.00 / Half Hour; Day Maximum (7am - 6pm) $20.00; Night Maximum (6pm - 7am) $9.00' },
  ...{ hourly_rate: 6, daily_max: 20, currency: 'USD', ev_chargers: null, accessible_spaces: null, hours_text: null },
  ...{ kind: 'garage', ...garage },
}))

async function makeRegion(provider: ProviderProcess): Promise<void> {
  const { dataDir } = provider
  const file = path.join(dataDir, 'garages.ndjson')
  await writeFile(file, GARAGES.map((garage) => JSON.stringify(garage)).join('\n'))
  const run = (words: readonly string[]) =>
    promisify(execFile)(mustFindNode(), ['provider/cli/main.ts', ...words], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir },
    })
  await run(['import', file])
  await ensureStreets(provider)
  await run(['packs', 'US'])
}

/** A provider of its own: its garages are no part of other journeys. */
const test = base.extend<object, { readonly provider: ProviderProcess }>({
  provider: [
    // Playwright reads what a fixture needs from this pattern, and accepts nothing but a pattern.
    async ({ browserName: _unneeded }, provide) => {
      const provider = await ProviderProcess.start()
      await makeRegion(provider)
      await provide(provider)
      await provider.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

test.use({ country: 'US', timezoneId: 'America/Los_Angeles', viewport: { width: 1280, height: 800 } })
test.setTimeout(150_000)

const STEPS_TO_STREETS = 3
const HOUR_MS = 3_600_000

/** From eight in the evening, over midnight, to nine in the morning, there. */
function overMidnight(): { readonly fromMs: number; readonly untilMs: number } {
  const day = new Date(Date.now() + 24 * HOUR_MS).toLocaleDateString('en-CA', { timeZone: 'America/Los_Angeles' })
  const noon = Date.parse(`${day}T20:00:00Z`)
  const hourThere = Number(
    new Date(noon).toLocaleTimeString('en-GB', { timeZone: 'America/Los_Angeles', hour: '2-digit' }).slice(0, 2),
  )
  const fromMs = noon + (20 - hourThere) * HOUR_MS
  return { fromMs, untilMs: fromMs + 13 * HOUR_MS }
}

const cardOf = (page: Page, name: string): Locator =>
  page.locator('[data-park]').filter({ has: page.getByText(name, { exact: true }) })

test('San Francisco is kept, and with no signal a street is found, drawn, filtered and priced as the provider does', async ({
  app,
  context,
  page,
  request,
  words,
}) => {
  const { fromMs, untilMs } = overMidnight()
  const stay = `from=${String(fromMs)}&until=${String(untilMs)}`

  await test.step('keep', async () => {
    await page.goto('/profile/regions')
    await untilAllKept(page)
    await page.getByLabel(words.say('Search regions')).fill('san fran')
    await page.getByRole('button', { name: /^San Francisco/ }).click()
    await expect(page.getByRole('heading', { name: words.like('Keep {name} on this phone: {size}') })).toBeVisible()
    await expectAccessible(page, 'an offer')
    await page.getByRole('button', { name: words.like('Keep {name}') }).click()
    const kept = page.getByRole('list', { name: words.say('Kept') })
    await expect(kept.getByRole('button', { name: /San Francisco/ })).toContainText(words.say('Streets'), {
      timeout: 30_000,
    })
    await expectAccessible(page, 'kept regions')
    const placeFiles = () => page.evaluate(async () => (await (await caches.open('place-files')).keys()).length)
    await expect.poll(placeFiles).toBeGreaterThan(3)
    const streetFiles = () => page.evaluate(async () => (await (await caches.open('street-files')).keys()).length)
    await expect.poll(streetFiles).toBeGreaterThan(1)
  })

  let total = ''
  await whileOffline(context, async () => {
    await test.step('find a street', async () => {
      await page.goto('/')
      await expect(page.locator('[data-still]')).toHaveCount(0)
      await app.find.place.pressSequentially('howard st')
      const row = page.locator('[role=option]').first()
      await expect(row).toContainText('Howard Street')
      await expect(row).toContainText('San Francisco')
      await row.click()
      await expect(page).toHaveURL(/search=Howard\+Street&lat=37\.7/)
    })
    await test.step('streets are drawn', async () => {
      const there = new URL(page.url())
      for (const [name, value] of new URLSearchParams(stay)) there.searchParams.set(name, value)
      await page.goto(there.href)
      await expect(app.find.map).toBeVisible()
      for (let step = 0; step < STEPS_TO_STREETS; step += 1)
        await page.getByRole('button', { name: words.say('Zoom in'), exact: true }).click()
      await expect.poll(() => countPixels(page, 'street'), { timeout: 20_000 }).toBeGreaterThan(5_000)
    })
    await test.step('filter by height', async () => {
      await expect(cardOf(page, 'Low Garage')).toBeVisible()
      await page.getByRole('button', { name: /2 m/ }).first().click()
      await expect(cardOf(page, 'Low Garage')).toHaveCount(0)
      total = await cardOf(page, 'High Garage').locator('strong').first().innerText()
    })
    await test.step('details', async () => {
      await page.getByRole('link', { name: words.say('Details'), exact: true }).click()
      await expect(page.getByRole('heading', { level: 1 })).toContainText('High Garage')
      await expect(page.locator('main')).toContainText(total)
    })
  })

  await test.step('the provider says the same', async () => {
    const park = await mustFindPark(request, 'High Garage')
    const times = { start_time: new Date(fromMs).toISOString(), end_time: new Date(untilMs).toISOString() }
    const answer = await request.get(`/api/v1/front/parks/${String(park.id)}/quote`, { params: times })
    const { data }: { data: { total: number } } = await answer.json()
    expect(data.total).toBeGreaterThan(900)
    expect(total).toContain((data.total / 100).toFixed(2))
  })
})

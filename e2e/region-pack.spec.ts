import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Locator, Page } from '@playwright/test'
import { ROOT, mustFindNode } from '../scripts/setup.mjs'
import { expectAccessible } from './axe.ts'
import { expect, test as base, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { mustFindPark, stayQuery } from './parks.ts'
import { ProviderProcess } from './provider-process.ts'
import { countPixels } from './streets.ts'
import type { Words } from './words.ts'

interface Region {
  readonly title: string
  /** As typed, and as in the list of regions. */
  readonly typed: string
  readonly name: string
  readonly timeZone: string
  readonly street: { readonly typed: string; readonly name: string; readonly address: RegExp }
  /** Two garages beside that street: one too low for a van, and one high enough. */
  readonly low: string
  readonly high: string
}

const SAN_FRANCISCO: Region = {
  title: 'San Francisco',
  typed: 'san fran',
  name: 'San Francisco',
  timeZone: 'America/Los_Angeles',
  street: { typed: 'howard st', name: 'Howard Street', address: /search=Howard\+Street&lat=37\.7/ },
  low: 'Low Garage',
  high: 'High Garage',
}

const MIDTOWN: Region = {
  title: 'midtown Manhattan, among its real garages,',
  typed: 'new york',
  name: 'New York',
  timeZone: 'America/New_York',
  street: { typed: 'w 43rd', name: 'West 43rd Street', address: /search=West\+43rd\+Street&lat=40\.7/ },
  low: 'Meyers Parking',
  high: 'Garage, 120 W 45th St',
}

const INVENTED = [
  { source_id: 'low', name: SAN_FRANCISCO.low, lat: 37.7846, lng: -122.4022, height_limit_m: 1.8 },
  { source_id: 'high', name: SAN_FRANCISCO.high, lat: 37.7838, lng: -122.4008, height_limit_m: 2.4 },
].map((garage) => ({
  ...{ source: 'e2e', country_code: 'US', state: 'California', city: 'San Francisco', address: 'Howard Street' },
  ...{ capacity: 40, rates_text: '$3.00 / Half Hour; Day Maximum (7am - 6pm) $20.00; Night Maximum (6pm - 7am) $9.00' },
  ...{ hourly_rate: 6, daily_max: 20, currency: 'USD', ev_chargers: null, accessible_spaces: null, hours_text: null },
  ...{ kind: 'garage', ...garage },
}))

/** The register of New York has no heights, so two operators state theirs here. */
const HEIGHTS = [
  ['1181002-DCA', 1.8],
  ['1339252-DCA', 2.4],
] as const

async function readMeasured(): Promise<readonly object[]> {
  const lines = (await readFile(path.join(ROOT, 'data/parks.midtown.ndjson'), 'utf8')).trim().split('\n')
  return HEIGHTS.map(([id, height]) => {
    const garage: object = JSON.parse(lines.find((line) => line.includes(`"${id}"`)) ?? '')
    return { ...garage, height_limit_m: height }
  })
}

async function makeRegions({ dataDir, url }: ProviderProcess): Promise<void> {
  const listed = async () => (await fetch(`${url}/api/v1/tiles`)).text()
  await expect.poll(listed, { timeout: 60_000 }).toMatch(/new-york-midtown.*san-francisco-downtown/)
  const file = path.join(dataDir, 'garages.ndjson')
  const garages = [...INVENTED, ...(await readMeasured())]
  await writeFile(file, garages.map((garage) => JSON.stringify(garage)).join('\n'))
  const run = (words: readonly string[]) =>
    promisify(execFile)(mustFindNode(), ['provider/cli/main.ts', ...words], {
      cwd: ROOT,
      env: { ...process.env, DATA_DIR: dataDir },
    })
  await run(['import', file])
  await run(['packs', 'US'])
}

/**
 * A separate provider with the streets and car parks of a fresh clone, so that its garages do not appear in other
 * journeys.
 */
const test = base.extend<object, { readonly provider: ProviderProcess }>({
  provider: [
    // Playwright reads a fixture's dependencies from this destructuring pattern and accepts nothing else.
    async ({ browserName: _unneeded }, provide) => {
      const provider = await ProviderProcess.start({ STREETS: 'bundled' })
      await makeRegions(provider)
      await provide(provider)
      await provider.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

test.use({ ...WITH_WORKER, country: 'US', viewport: { width: 1280, height: 800 } })
// Both tests share one provider.
test.describe.configure({ mode: 'default' })

const STEPS_TO_STREETS = 3
const HOUR_MS = 3_600_000

/** From 20:00 to 9:00 the next morning, in the given zone. */
function overMidnight(timeZone: string): { readonly fromMs: number; readonly untilMs: number } {
  const day = new Date(Date.now() + 24 * HOUR_MS).toLocaleDateString('en-CA', { timeZone })
  const evening = Date.parse(`${day}T20:00:00Z`)
  const hourThere = Number(new Date(evening).toLocaleTimeString('en-GB', { timeZone, hour: '2-digit' }).slice(0, 2))
  const fromMs = evening + (20 - hourThere) * HOUR_MS
  return { fromMs, untilMs: fromMs + 13 * HOUR_MS }
}

const cardOf = (page: Page, name: string): Locator =>
  page.locator('[data-park]').filter({ has: page.getByText(name, { exact: true }) })

async function keep(page: Page, words: Words, { typed, name }: Region): Promise<void> {
  await page.goto('/profile/regions')
  await untilAllKept(page)
  await page.getByLabel(words.say('Search regions')).fill(typed)
  await page
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: words.like('Keep {name} on this phone: {size}') })).toBeVisible()
  await expectAccessible(page, 'an offer')
  await page.getByRole('button', { name: words.like('Keep {name}') }).click()
  const kept = page.getByRole('list', { name: words.say('Kept') })
  await expect(kept.getByRole('button', { name: new RegExp(name) })).toContainText(words.say('Streets'), {
    timeout: 30_000,
  })
  await expectAccessible(page, 'kept regions')
  for (const [files, atLeast] of [
    ['place-files', 4],
    ['street-files', 2],
  ] as const) {
    const count = () => page.evaluate(async (cache) => (await (await caches.open(cache)).keys()).length, files)
    await expect.poll(count).toBeGreaterThanOrEqual(atLeast)
  }
}

for (const region of [SAN_FRANCISCO, MIDTOWN]) {
  const { title, timeZone, street, low, high } = region

  test.describe(title, () => {
    test.use({ timezoneId: timeZone })

    test(`${title} is kept, and with no signal a street is found, drawn, filtered and priced as the provider does`, async ({
      app,
      context,
      page,
      request,
      words,
    }) => {
      const stay = overMidnight(timeZone)
      await test.step('keep', () => keep(page, words, region))

      let total = ''
      await whileOffline(context, async () => {
        await test.step('find a street', async () => {
          await page.goto('/')
          await expect(page.locator('[data-still]')).toHaveCount(0)
          await app.find.place.pressSequentially(street.typed)
          const row = page.locator('[role=option]').first()
          await expect(row).toContainText(street.name)
          await expect(row).toContainText(region.name)
          await row.click()
          await expect(page).toHaveURL(street.address)
        })
        await test.step('streets are drawn', async () => {
          const there = new URL(page.url())
          for (const [name, value] of new URLSearchParams(stayQuery(stay))) there.searchParams.set(name, value)
          await page.goto(there.href)
          await expect(app.find.map).toBeVisible()
          for (let step = 0; step < STEPS_TO_STREETS; step += 1)
            await page.getByRole('button', { name: words.say('Zoom in'), exact: true }).click()
          await expect.poll(() => countPixels(page, 'street'), { timeout: 20_000 }).toBeGreaterThan(5_000)
        })
        await test.step('filter by height', async () => {
          await expect(cardOf(page, low)).toBeVisible()
          await page.getByRole('button', { name: /2 m/ }).first().click()
          await expect(cardOf(page, low)).toHaveCount(0)
          total = await cardOf(page, high).locator('strong').first().innerText()
        })
        await test.step('details', async () => {
          await page.getByRole('link', { name: words.say('Details'), exact: true }).click()
          await expect(page.getByRole('heading', { level: 1 })).toContainText(high)
          await expect(page.locator('main')).toContainText(total)
        })
      })

      await test.step('the provider says the same', async () => {
        const park = await mustFindPark(request, high)
        const times = {
          start_time: new Date(stay.fromMs).toISOString(),
          end_time: new Date(stay.untilMs).toISOString(),
        }
        const answer = await request.get(`/api/v1/front/parks/${String(park.id)}/quote`, { params: times })
        const { data }: { data: { total: number } } = await answer.json()
        expect(data.total).toBeGreaterThan(900)
        expect(total).toContain((data.total / 100).toFixed(2))
        await page.reload()
        await expect(page.locator('main')).toContainText(total)
      })
    })
  })
}

import { chromium, request as playwrightRequest, type Page } from '@playwright/test'
import { changeDatabase } from '../e2e/database.ts'
import { keepCountry } from '../e2e/fixtures.ts'
import { untilAllKept } from '../e2e/offline.ts'
import { openConsole } from '../e2e/open-console.ts'
import { Baywise } from '../e2e/pages/baywise.ts'
import { ProviderProcess } from '../e2e/provider-process.ts'
import { readWords } from '../e2e/words.ts'
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs'
import { ensureBuild } from '../scripts/setup.mjs'
import { must } from '../src/lib/assert.ts'
import { median } from './median.ts'
import { limited, type BenchRow } from './row.ts'

const ROUNDS = 5
const AT_MOST_MS = 1_000
const BOOKINGS = 2_000

interface Line {
  readonly kbits: number
  /** Round trip, in milliseconds. */
  readonly latency: number
}
const OFFICE: Line = { kbits: 1_600, latency: 150 }
const POOR: Line = { kbits: 400, latency: 400 }

/** Slows down the page's own requests, but not those of its service worker. */
async function slowDown(page: Page, { kbits, latency }: Line): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  const throughput = (kbits * 1_000) / 8
  await devtools.send('Network.emulateNetworkConditions', {
    ...{ offline: false, latency, downloadThroughput: throughput, uploadThroughput: throughput },
  })
}

/** Median milliseconds from the start of `work` until the text is visible. */
async function timeUntil(page: Page, text: string, work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto('about:blank')
    const begun = performance.now()
    await work()
    await page.getByText(text, { exact: false }).first().waitFor()
    times.push(performance.now() - begun)
  }
  return median(times)
}

/** A day of two-hour bookings at one car park; half of those that have begun are checked in. */
const FILL = `
  insert into bookings (booking_id, booking_code, user_id, park_id, vehicle_type_id, plate, start_time, end_time, status, currency, total_minor,
                        lines, tariff_version, refund_rules, pass_text, pass_kid, checked_in_at, previous_stay, created_at, updated_at)
  select gen_random_uuid(), upper(lpad(to_hex(n), 8, '0')), (select user_id from users limit 1), k.id, 1, 'B' || n, begins, begins + interval '2 hours',
         'active', 'CAD', 600, '[]', 'bench', '[]', 'P', 1, case when begins < now() and n % 2 = 0 then begins end, '[]', begins, begins
    from parks k, generate_series(0, $2 - 1) as n,
         lateral (select (date_trunc('day', now() at time zone k.timezone) + n * interval '1 day' / $2) at time zone k.timezone as begins) as t
   where k.code = $1`

async function benchConsole(provider: ProviderProcess, page: Page): Promise<readonly BenchRow[]> {
  const words = readWords('en')
  const request = await playwrightRequest.newContext({ baseURL: provider.url })
  const listed = (await (await request.get('/api/v1/parks/front/parks?country=CA&size=1')).json()) as {
    items: readonly { readonly code: string }[]
  }
  const park = must(listed.items[0], 'a car park').code
  const app = new Baywise(page, words)
  await openConsole({ app, page, provider, request }, { organisation: 'Bench Parking', park })
  await changeDatabase(provider, [[FILL, [park, BOOKINGS]]])
  await slowDown(page, OFFICE)
  const count = BOOKINGS.toLocaleString('en-CA')
  const day = '/operator?show=today'
  await timeUntil(page, `${count} on this day`, () => page.goto(day))
  const opened = await timeUntil(page, `${count} on this day`, () => page.goto(day))
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    await page.goto('/operator?show=closures')
    await page.getByRole('button', { name: words.say('Close now'), exact: true }).waitFor()
    const begun = performance.now()
    await page.getByRole('link', { name: words.say('Today'), exact: true }).click()
    await page.getByText(`${count} on this day`).waitFor()
    times.push(performance.now() - begun)
  }
  await request.dispose()
  const where = `the console’s day of ${count} bookings, ${String(OFFICE.kbits / 1_000)} Mbit/s, ${String(OFFICE.latency)} ms`
  return [
    limited({ name: `${where}: from the link to the figures`, value: median(times), unit: 'ms', atMost: AT_MOST_MS }),
    limited({ name: 'opened by its address, files of the app kept', value: opened, unit: 'ms', atMost: AT_MOST_MS }),
  ]
}

async function benchReading(page: Page): Promise<readonly BenchRow[]> {
  await page.goto('/')
  await untilAllKept(page)
  const pages = [
    { path: '/post/1', title: 'What the pass in your phone says' },
    { path: '/blog', title: 'What the pass in your phone says' },
    { path: '/help/without-signal', title: 'What works without signal' },
  ]
  for (const { path, title } of pages) {
    await page.goto(path)
    await page.getByText(title).first().waitFor()
  }
  await slowDown(page, POOR)
  const rows: BenchRow[] = []
  for (const { path, title } of pages)
    rows.push(
      limited({
        name: `${path}, second visit, ${String(POOR.kbits)} kbit/s, ${String(POOR.latency)} ms: until it can be read`,
        value: await timeUntil(page, title, () => page.goto(path, { waitUntil: 'commit' })),
        ...{ unit: 'ms', atMost: AT_MOST_MS },
      }),
    )
  return rows
}

/** How long an operator waits for a full day, and a reader for a page read before, on slow lines. */
export async function benchSlowLines(): Promise<readonly BenchRow[]> {
  await ensureBuild()
  const provider = await ProviderProcess.start()
  const browser = await chromium.launch({ executablePath: must(findBrowser(), 'a Chromium'), args: BROWSER_FLAGS })
  const newPage = async (viewport: { readonly width: number; readonly height: number }): Promise<Page> => {
    const context = await browser.newContext({ baseURL: provider.url, locale: 'en-CA', viewport })
    await context.addInitScript(keepCountry, 'CA' as const)
    return context.newPage()
  }
  try {
    return [
      ...(await benchConsole(provider, await newPage({ width: 1280, height: 800 }))),
      ...(await benchReading(await newPage({ width: 360, height: 740 }))),
    ]
  } finally {
    await browser.close()
    await provider.stop()
  }
}

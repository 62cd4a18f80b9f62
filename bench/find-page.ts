import { chromium, type Browser } from '@playwright/test'
import { ProviderProcess } from '../e2e/provider-process.ts'
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs'
import { ensureBuild } from '../scripts/setup.mjs'
import { must } from '../src/lib/assert.ts'
import { median } from './median.ts'
import { limited, type BenchRow } from './row.ts'

const ROUNDS = 3
const BLOCKED_AT_MOST_MS = 300
/** Matches Lighthouse's mobile run, a Moto G Power on slow 4G, but with real throttling instead of its model. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true, hasTouch: true }
const CPU_RATE = 4
const SLOW_4G = { latency: 562.5, downloadThroughput: (1474.56 * 1024) / 8, uploadThroughput: (675 * 1024) / 8 }
/** A task blocks the page beyond its first 50 ms; the page is interactive after `QUIET_MS` without a longer task. */
const TASK_MS = 50
const QUIET_MS = 5_000
const GIVE_UP_MS = 60_000
const PATH = '/search?search=Toronto'

interface Seen {
  readonly firstPaint: number
  readonly list: number
  readonly map: number
  readonly tasks: readonly { readonly at: number; readonly ms: number }[]
}

declare global {
  interface Window {
    findSeen: { list: number; map: number; tasks: { at: number; ms: number }[] }
  }
}

/** Runs in the page before its own scripts. */
function watch(): void {
  localStorage.setItem(
    'selectedCountry',
    JSON.stringify({
      code: 'CA',
      name: 'CA',
      autoDetected: false,
      fallback: false,
      ip: null,
      city: null,
      region: null,
    }),
  )
  const seen: Window['findSeen'] = { list: 0, map: 0, tasks: [] }
  window.findSeen = seen
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) seen.tasks.push({ at: startTime, ms: duration })
  }).observe({ type: 'longtask', buffered: true })
  const note = (part: 'list' | 'map', selector: string): void => {
    if (seen[part] !== 0 || document.querySelector(selector) === null) return
    seen[part] = -1
    requestAnimationFrame(() => setTimeout(() => (seen[part] = performance.now())))
  }
  new MutationObserver(() => {
    note('list', '[data-park]')
    note('map', '.leaflet-container')
  }).observe(document, { childList: true, subtree: true })
}

/** Measures one first visit, until the map is there and nothing has blocked the page for five seconds. */
async function visit(browser: Browser, url: string): Promise<Seen> {
  const context = await browser.newContext(PHONE)
  try {
    await context.addInitScript(watch)
    const page = await context.newPage()
    const devtools = await context.newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { offline: false, ...SLOW_4G })
    await page.goto(url + PATH, { timeout: GIVE_UP_MS })
    await page.waitForFunction(
      (quietMs) => {
        const { list, map, tasks } = window.findSeen
        const last = Math.max(list, map, ...tasks.map(({ at, ms }) => at + ms))
        return list > 0 && map > 0 && performance.now() - last > quietMs
      },
      QUIET_MS,
      { timeout: GIVE_UP_MS, polling: 250 },
    )
    return await page.evaluate(() => ({
      ...window.findSeen,
      firstPaint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0,
    }))
  } finally {
    await context.close()
  }
}

const blockedIn = ({ tasks, firstPaint }: Seen): number =>
  tasks.filter(({ at }) => at >= firstPaint).reduce((sum, { ms }) => sum + Math.max(0, ms - TASK_MS), 0)

/**
 * How long `/search` blocks its page on a first visit, computed as Lighthouse's total blocking time, and whether the
 * list is painted before the map.
 */
export async function benchFindPage(): Promise<readonly BenchRow[]> {
  await ensureBuild()
  const provider = await ProviderProcess.start()
  // A new provider makes its packs in a separate process on the same cores.
  await provider.untilLogged('packs.made')
  const browser = await chromium.launch({ executablePath: must(findBrowser(), 'a Chromium'), args: BROWSER_FLAGS })
  try {
    await visit(browser, provider.url)
    const visits: Seen[] = []
    for (let round = 0; round < ROUNDS; round += 1) visits.push(await visit(browser, provider.url))
    const of = (figure: (seen: Seen) => number): number => median(visits.map(figure))
    const where = `/search, first visit, ${String(CPU_RATE)}x CPU, slow 4G`
    return [
      limited({ name: `${where}: blocked`, value: of(blockedIn), unit: 'ms', atMost: BLOCKED_AT_MOST_MS }),
      limited({
        name: 'longest task of it',
        value: of(({ tasks }) => Math.max(0, ...tasks.map(({ ms }) => ms))),
        unit: 'ms',
      }),
      limited({ name: 'until its first paint', value: of(({ firstPaint }) => firstPaint), unit: 'ms' }),
      limited({ name: 'until its list is painted', value: of(({ list }) => list), unit: 'ms' }),
      limited({ name: 'the map after the list', value: of(({ list, map }) => map - list), unit: 'ms' }),
    ]
  } finally {
    await browser.close()
    await provider.stop()
  }
}

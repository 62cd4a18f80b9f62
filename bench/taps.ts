import { chromium, type Browser, type BrowserContext, type Locator, type Page } from '@playwright/test'
import { changeDatabase } from '../e2e/database.ts'
import { keepCountry } from '../e2e/fixtures.ts'
import { ProviderProcess } from '../e2e/provider-process.ts'
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs'
import { ensureBuild } from '../scripts/setup.mjs'
import { must } from '../src/lib/assert.ts'
import { DEMO_EMAIL, DEMO_PASSWORD, DemoDriver, TORONTO } from './demo-driver.ts'
import { median } from './median.ts'
import { compared, limited, type BenchRow } from './row.ts'

const ROUNDS = 5
const CPU_RATE = 4
const AT_MOST_MS = 100
/** Relative to the floor; equals the limit when the floor's tap takes 16 ms, the shortest that the browser reports. */
const AT_MOST_RATIO = 6
/** The work started by a tap is over once the page has been idle this long. */
const QUIET_MS = 800
const GIVE_UP_MS = 60_000
const PHONE = {
  viewport: { width: 360, height: 740 },
  isMobile: true,
  hasTouch: true,
  locale: 'en-CA',
  timezoneId: 'America/Toronto',
  geolocation: { latitude: TORONTO.lat, longitude: TORONTO.lng },
  permissions: ['geolocation'],
}
/** The cheapest possible tap: a button that changes its own text. */
const FLOOR_PAGE = `<!doctype html><meta name="viewport" content="width=device-width"><button onclick="this.textContent=performance.now()">Tap</button>`
const FLOOR = 'a button that changes its own text'
/**
 * The window's own bars take space from the page: content below its edge is never presented, so a tap on the lowest
 * button would last until something above the edge changes.
 */
const WINDOW_BARS_PX = 200

declare global {
  interface Window {
    /** Receives the interaction's longest event, from touch to the paint after it. */
    noteTap?: (ms: number) => Promise<void>
    busyUntil: number
  }
}

/** Runs in the page before its own scripts. */
function watch(): void {
  window.busyUntil = 0
  const events = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) void window.noteTap?.(duration)
  })
  const options: PerformanceObserverInit & { durationThreshold: number } = { type: 'event', durationThreshold: 16 }
  events.observe(options)
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries()) window.busyUntil = startTime + duration
  }).observe({ type: 'longtask' })
}

/** A phone whose taps are timed by the browser (Event Timing). */
class TimedPhone {
  readonly page: Page
  readonly samples: Map<string, number[]>
  readonly #context: BrowserContext
  #longest = 0

  private constructor(context: BrowserContext, page: Page, samples: Map<string, number[]>) {
    this.#context = context
    this.page = page
    this.samples = samples
  }

  static async start(browser: Browser, baseURL: string, samples: Map<string, number[]>): Promise<TimedPhone> {
    const context = await browser.newContext({ ...PHONE, baseURL })
    await context.addInitScript<'CA'>(keepCountry, 'CA')
    await context.addInitScript(watch)
    const page = await context.newPage()
    const phone = new TimedPhone(context, page, samples)
    await context.exposeFunction('noteTap', (ms: number) => {
      phone.#longest = Math.max(phone.#longest, ms)
    })
    const devtools = await context.newCDPSession(page)
    const { windowId } = await devtools.send('Browser.getWindowForTarget')
    const height = PHONE.viewport.height + WINDOW_BARS_PX
    await devtools.send('Browser.setWindowBounds', { windowId, bounds: { height } })
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_RATE })
    return phone
  }

  async settle(): Promise<void> {
    await this.page.waitForFunction(
      (quietMs) => {
        const since = Math.max(window.busyUntil, performance.getEntriesByType('navigation')[0]?.duration ?? 0)
        return document.readyState === 'complete' && performance.now() - since > quietMs
      },
      QUIET_MS,
      { timeout: GIVE_UP_MS, polling: 100 },
    )
  }

  /** `act` is a tap or a key press. */
  async time(name: string, act: () => Promise<void>): Promise<void> {
    await this.settle()
    this.#longest = 0
    await act()
    await this.page.waitForTimeout(QUIET_MS)
    await this.settle()
    const known = this.samples.get(name) ?? []
    // Events too short for the browser to report take 16 ms at most.
    this.samples.set(name, [...known, Math.max(16, this.#longest)])
  }

  async tap(name: string, target: Locator): Promise<void> {
    await target.scrollIntoViewIfNeeded({ timeout: GIVE_UP_MS })
    await this.time(name, () => target.tap({ timeout: GIVE_UP_MS }))
  }

  stop(): Promise<void> {
    return this.#context.close()
  }
}

async function tapFloor(phone: TimedPhone): Promise<void> {
  await phone.page.goto('/icons/none.svg')
  await phone.page.setContent(FLOOR_PAGE)
  await phone.tap(FLOOR, phone.page.getByRole('button'))
}

/** Makes the first booking without an account: from home to the pass. */
async function bookAsGuest(phone: TimedPhone): Promise<void> {
  const { page } = phone
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  await page.goto('/')
  await phone.tap('home: Near me', button('Near me').first())
  await phone.tap('find: a car park', page.locator('[data-park]').getByRole('link').first())
  await phone.tap('car park: 2 h', button(/^2\sh/))
  await phone.tap('car park: Change', button('Change'))
  const sheet = page.getByRole('dialog')
  await phone.tap('times: 1 h', sheet.getByRole('button', { name: /^1\sh/ }))
  await phone.tap('times: 30 min more', sheet.getByRole('button', { name: '30 min more' }))
  await phone.tap('times: use', sheet.getByRole('button', { name: /^Stay until/ }))
  await phone.tap('car park: Book', page.getByRole('link', { name: /^Book until/ }))
  await phone.tap('checkout: Plate', page.getByLabel('Plate number', { exact: true }))
  await phone.time('checkout: a letter of the plate', () => page.keyboard.press('C'))
  await page.keyboard.type('KTB482')
  await phone.tap('checkout: Email', page.locator('[name=contact_email]'))
  await page.keyboard.type('io@ex.ca')
  await phone.tap('checkout: Pay', button(/^Pay .* by card/))
  await page.getByRole('button', { name: 'Pay', exact: true }).tap()
  await phone.tap('booked: Show pass', page.getByRole('link', { name: 'Show pass' }))
  await page.getByRole('img', { name: 'QR code of your pass' }).waitFor()
}

/** Books the last stay again in two taps. */
async function bookAgain(phone: TimedPhone): Promise<void> {
  const { page } = phone
  await page.goto('/auth')
  await page.getByLabel('Email').fill(DEMO_EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.locator('form button[type="submit"]').click()
  await page.waitForURL('/', { timeout: GIVE_UP_MS })
  const again = page.getByRole('list', { name: 'Park here again' }).getByRole('button')
  await phone.tap('again: Park here again', again.first())
  await phone.tap('again: Pay', page.getByRole('dialog').getByRole('button', { name: /^Pay .* from wallet/ }))
  await page.getByRole('img', { name: 'QR code of your pass' }).waitFor()
}

/** Shifts stays back as if a day had passed: the demo driver's stay and those booked in earlier rounds are over. */
const END_STAYS = [
  `update bookings set start_time = start_time - interval '30 hours', end_time = end_time - interval '30 hours' where start_time > now() - interval '20 hours'`,
  [],
] as const

/**
 * From touch to the next paint, for each tap of the first booking and of its repeat, at 4x CPU, compared with a button
 * that only changes its own text. Each round uses a fresh phone.
 */
export async function benchTaps(): Promise<readonly BenchRow[]> {
  await ensureBuild()
  const provider = await ProviderProcess.start()
  const browser = await chromium.launch({ executablePath: must(findBrowser(), 'a Chromium'), args: BROWSER_FLAGS })
  const samples = new Map<string, number[]>()
  const on = async (work: (phone: TimedPhone) => Promise<void>): Promise<void> => {
    const phone = await TimedPhone.start(browser, provider.url, samples)
    try {
      await work(phone)
    } finally {
      await phone.stop()
    }
  }
  try {
    await (await DemoDriver.signIn(provider.url)).bookRunning()
    for (let round = 0; round < ROUNDS; round += 1) {
      await changeDatabase(provider, [END_STAYS])
      await on(tapFloor)
      await on(bookAsGuest)
      await on(bookAgain)
    }
    const floor = median(must(samples.get(FLOOR), FLOOR))
    const rows = [...samples].map(([name, taken]) => ({ name, value: median(taken), unit: 'ms' }))
    const isFloor = ({ name }: { name: string }): boolean => name === FLOOR
    return [
      ...rows.filter(isFloor).map((row) => limited(row)),
      ...rows.filter((row) => !isFloor(row)).map((row) => limited({ ...row, atMost: AT_MOST_MS })),
      compared(
        {
          name: 'the longest of them, against the floor',
          value: Math.max(...rows.filter((row) => !isFloor(row)).map(({ value }) => value)),
          floor,
          unit: 'ms',
        },
        { atMost: AT_MOST_RATIO },
      ),
    ]
  } finally {
    await browser.close()
    await provider.stop()
  }
}

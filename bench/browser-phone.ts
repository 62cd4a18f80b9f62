import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium, type BrowserContext, type CDPSession, type Page } from '@playwright/test'
import { stopWorkers } from '../e2e/stop-workers.ts'
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs'
import { must } from '../src/lib/assert.ts'
import { DEMO_EMAIL, DEMO_PASSWORD, TORONTO } from './demo-driver.ts'

const SEEN_WITHIN_MS = 20_000
/** No delay, no limit. */
const OPEN_NETWORK = { latency: 0, downloadThroughput: -1, uploadThroughput: -1 }

/** One way to return to an app, and what the screen must show. */
export interface Scene {
  readonly name: string
  readonly url: string
  readonly selector: string
  readonly isOffline: boolean
  readonly before?: () => void
  readonly after?: () => void
}

/** A page that stays open, offline, with the CPU slowed down by `cpuRate`. */
export interface SlowPage {
  readonly url: string
  readonly cpuRate: number
  /** Runs in the page before its own scripts, with the selector to wait for. */
  readonly watch: (selector: string) => void
  readonly selector?: string
  /** Right before the navigation. */
  readonly before?: (devtools: CDPSession) => Promise<void>
}

declare global {
  interface Window {
    /** Milliseconds from the start of the navigation to the paint that showed the awaited element. */
    benchSeen?: Promise<number>
  }
}

/** Runs in the page before its own scripts; records when the first match with a size is painted. */
function watchFor(selector: string): void {
  window.benchSeen = new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const found = document.querySelector(selector)
      if (found === null || found.getBoundingClientRect().height === 0) return
      observer.disconnect()
      // A frame callback runs before the paint, a task it queues runs after.
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => resolve(performance.now()))
        port1.start()
        port2.postMessage(null)
      })
    })
    observer.observe(document, { childList: true, subtree: true, attributes: true })
  })
}

/** Waits until the app is precached: closing the page earlier would abort the worker's installation. */
async function untilInstalled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active === null || active.state === 'activated') return
    await new Promise((resolve) => active.addEventListener('statechange', resolve, { once: true }))
  })
}

/** A phone-sized Chromium with its own profile, located in Toronto. */
export class BrowserPhone {
  readonly #context: BrowserContext
  readonly #profile: string

  private constructor(context: BrowserContext, profile: string) {
    this.#context = context
    this.#profile = profile
  }

  static async start(): Promise<BrowserPhone> {
    const profile = await mkdtemp(path.join(tmpdir(), 'baywise-phone-'))
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: must(findBrowser(), 'a Chromium'),
      args: BROWSER_FLAGS,
      viewport: { width: 360, height: 740 },
      locale: 'en-GB',
      timezoneId: 'America/Toronto',
      geolocation: { latitude: TORONTO.lat, longitude: TORONTO.lng },
      permissions: ['geolocation'],
    })
    return new BrowserPhone(context, profile)
  }

  /** Opens an address online, and waits until the page shows `selector` and works offline. */
  async install(url: string, selector: string): Promise<void> {
    const page = await this.#context.newPage()
    await page.goto(url)
    await page
      .locator(selector)
      .first()
      .waitFor({ timeout: SEEN_WITHIN_MS })
      .catch(async (error: unknown) => {
        throw new Error(`${url} shows: ${await page.locator('body').innerText()}`, { cause: error })
      })
    await untilInstalled(page)
    await page.close()
  }

  /** Chooses the country, as home asks at the first visit, then signs in as the demo driver. */
  async signIn(origin: string): Promise<void> {
    const page = await this.#context.newPage()
    await page.goto(`${origin}/`)
    await page.getByRole('button', { name: 'Continue with Canada' }).click()
    await page.goto(`${origin}/auth`)
    await page.getByLabel('Email').fill(DEMO_EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await page.locator('form button[type="submit"]').click()
    await page.waitForURL(`${origin}/`)
    await page.close()
  }

  /**
   * Returns to the app in a new tab with its worker stopped. Returns milliseconds from navigation to paint, by the
   * page's clock.
   */
  async relaunch(scene: Scene, cpuRate: number): Promise<number> {
    const { page } = await this.#openSlowTab(cpuRate, scene.isOffline)
    await page.addInitScript(watchFor, scene.selector)
    scene.before?.()
    try {
      await page.goto(scene.url, { waitUntil: 'commit', timeout: SEEN_WITHIN_MS })
      return await page.evaluate((withinMs) => {
        const late = new Promise<never>((_, reject) => {
          setTimeout(() => reject(new Error(`Not seen: ${document.body.innerText.slice(0, 500)}`)), withinMs)
        })
        return Promise.race([window.benchSeen ?? late, late])
      }, SEEN_WITHIN_MS)
    } finally {
      scene.after?.()
      await page.close()
    }
  }

  async onSlowPage<T>(
    { url, cpuRate, watch, selector = '', before }: SlowPage,
    work: (page: Page, devtools: CDPSession) => Promise<T>,
  ): Promise<T> {
    const { page, devtools } = await this.#openSlowTab(cpuRate, true)
    try {
      await page.addInitScript(watch, selector)
      await before?.(devtools)
      await page.goto(url, { waitUntil: 'commit', timeout: SEEN_WITHIN_MS })
      return await work(page, devtools)
    } finally {
      await page.close()
    }
  }

  /** Opens an empty tab with the service worker stopped. */
  async #openSlowTab(
    cpuRate: number,
    isOffline: boolean,
  ): Promise<{ readonly page: Page; readonly devtools: CDPSession }> {
    const page = await this.#context.newPage()
    const devtools = await this.#context.newCDPSession(page)
    await stopWorkers(devtools)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
    // Avoids the context's setOffline, which crashes this Chromium when a worker has been stopped.
    await devtools.send('Network.enable')
    await devtools.send('Network.emulateNetworkConditions', { ...OPEN_NETWORK, offline: isOffline })
    return { page, devtools }
  }

  async stop(): Promise<void> {
    await this.#context.close()
    // The browser's last helper processes may keep writing for a moment.
    await rm(this.#profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

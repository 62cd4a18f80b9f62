import path from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import { build } from 'vite'
import { BROWSER_FLAGS, findBrowser } from '../scripts/find-browser.mjs'
import { ROOT } from '../scripts/setup.mjs'
import { must } from '../src/lib/assert.ts'
import type * as GatePage from './gate-page.ts'

declare global {
  interface Window {
    readonly gatePage: typeof GatePage
  }
}

/** Builds a page's own code as one script whose exports are available as `name`. */
export async function buildPage(entry: string, name: string): Promise<string> {
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: path.join(ROOT, entry), name, formats: ['iife'] },
    },
  })
  const [output] = [built].flat()
  if (output === undefined || !('output' in output)) throw new Error(`${entry} was not built`)
  return output.output[0].code
}

const ORIGIN = 'https://gate.bench/'

/** The gate's own code in a real browser, without the surrounding app. */
export class GateBrowser {
  readonly #browser: Browser
  readonly #script: string

  private constructor(browser: Browser, script: string) {
    this.#browser = browser
    this.#script = script
  }

  static async start(script?: string): Promise<GateBrowser> {
    const executablePath = must(findBrowser(), 'a Chromium')
    const browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS })
    return new GateBrowser(browser, script ?? (await buildPage('bench/gate-page.ts', 'gatePage')))
  }

  /** Opens a new page with a slowed-down CPU, in which none of our code has run yet. */
  async onPage<T>(cpuRate: number, work: (page: Page) => Promise<T>): Promise<T> {
    const page = await this.#browser.newPage()
    try {
      // Signatures can only be checked on an https address.
      await page.route(ORIGIN, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
      await page.goto(ORIGIN)
      await page.addScriptTag({ content: this.#script })
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuRate })
      return await work(page)
    } finally {
      await page.close()
    }
  }

  stop(): Promise<void> {
    return this.#browser.close()
  }
}

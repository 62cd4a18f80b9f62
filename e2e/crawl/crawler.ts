import type { APIRequestContext, Page } from '@playwright/test'
import { findViolations } from '../axe.ts'
import { findTooWide } from '../narrow.ts'
import type { PageErrors } from '../page-errors.ts'
import { open } from '../places.ts'
import type { Words } from '../words.ts'

const NOT_FOUND = "We can't seem to find the page you're looking for."

interface Rig {
  readonly page: Page
  readonly request: APIRequestContext
  readonly words: Words
  readonly pageErrors: PageErrors
}

/** Faults of one page in one mode; empty when all is well. */
type Faults = readonly string[]

/** Visits pages one after the other and records each page's faults and links. */
export class Crawler {
  readonly #rig: Rig
  readonly #links = new Map<string, string>()
  #toldErrors = 0

  constructor(rig: Rig) {
    this.#rig = rig
  }

  /** Linked addresses, each with the page that linked it. */
  get links(): ReadonlyMap<string, string> {
    return this.#links
  }

  /** Opens the page online and checks its errors, texts, width and accessibility. */
  async look(path: string): Promise<Faults> {
    return [...(await this.open(path)), ...(await this.#widthAndAxe())]
  }

  /** Checks that the page opens without an error message. */
  async open(path: string): Promise<Faults> {
    const { page, words } = this.#rig
    try {
      await open(page, path)
    } catch (error) {
      return [`did not open: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : String(error)}`]
    }
    const text = (await page.locator('body').textContent()) ?? ''
    const failed = [words.say(NOT_FOUND), words.say('Loading Issue')].filter((words) => text.includes(words))
    await this.#noteLinks(path)
    return [...failed.map((words) => `says "${words}"`), ...this.#newErrors()]
  }

  /** Checks that the current page, opened without a connection, says that it needs one and reports no error. */
  async lookWithoutConnection(): Promise<Faults> {
    const { page, words } = this.#rig
    const needed = page.getByRole('main').getByText(words.say('Needs a connection')).first()
    const isSaid = await needed.waitFor({ timeout: 15_000 }).then(
      () => true,
      () => false,
    )
    const silent = isSaid ? [] : ['does not say that it needs a connection']
    return [...silent, ...this.#newErrors(), ...(await this.#widthAndAxe())]
  }

  async #widthAndAxe(): Promise<Faults> {
    const { page } = this.#rig
    const wide = await page.evaluate(findTooWide)
    return [...wide.map((fault) => `too wide: ${fault}`), ...(await findViolations(page))]
  }

  /** Requests each linked address from the server and reports those that do not answer 200. */
  async askForLinks(): Promise<Faults> {
    const faults: string[] = []
    for (const [href, from] of this.#links) {
      const answer = await this.#rig.request.get(href)
      if (answer.status() !== 200) faults.push(`${from}: ${href} answers ${String(answer.status())}`)
    }
    return faults
  }

  async #noteLinks(from: string): Promise<void> {
    const { page } = this.#rig
    const hrefs = await page
      .locator('a[href]')
      .evaluateAll((links) =>
        links
          .map((link) => (link as HTMLAnchorElement).href)
          .filter((href) => new URL(href).origin === location.origin),
      )
    for (const href of hrefs) {
      const { pathname, search } = new URL(href)
      if (!this.#links.has(pathname + search)) this.#links.set(pathname + search, from)
    }
  }

  #newErrors(): Faults {
    const all = this.#rig.pageErrors.unexpected()
    const fresh = all.slice(this.#toldErrors)
    this.#toldErrors = all.length
    return fresh
  }
}

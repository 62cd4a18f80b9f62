import type { BrowserContext, Page } from '@playwright/test'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { mustFindNode, ROOT } from '../../scripts/setup.mjs'
import { expect } from '../fixtures.ts'
import { untilInstalled } from '../offline.ts'
import type { ProviderProcess } from '../provider-process.ts'
import type { Words } from '../words.ts'
import { Frame } from './frame.ts'

export const PARK = 'Green P Carpark 58'
export const OTHER_PARK = 'Green P Carpark 288'

const run = promisify(execFile)

/** Pairs as the car park's office does: `npm run provider -- pair --park CODE`. */
export async function printPairing(provider: ProviderProcess, parkCodes: readonly string[]): Promise<string> {
  const args = ['provider/cli/main.ts', 'pair', ...parkCodes.flatMap((code) => ['--park', code])]
  const { DATABASE_URL: _own, ...inherited } = process.env
  const env = { ...inherited, DATA_DIR: provider.dataDir }
  const { stdout } = await run(mustFindNode(), args, { cwd: ROOT, env })
  return stdout
}

export async function makePairingCode(provider: ProviderProcess, parkCodes: readonly string[]): Promise<string> {
  const printed = await printPairing(provider, parkCodes)
  const code = /Pairing code: (\S+)/.exec(printed)?.[1]
  if (code === undefined) throw new Error(`no pairing code in ${printed}`)
  return code
}

/** A park's code is the end of its slug. */
export const codeOf = (slug: string): string => slug.slice(slug.lastIndexOf('-') + 1).toUpperCase()

/** The time of the attendant's list, in both languages; its age is shown after the first minute. */
export const LIST_WITH_TIME = /list(?:e\sde)?\s\d/

/** One attendant's phone. */
export class CheckPage {
  readonly page: Page
  readonly frame: Frame
  readonly #words: Words

  constructor(page: Page, words: Words) {
    this.page = page
    this.#words = words
    this.frame = new Frame(page, words)
  }

  async pair(code: string): Promise<void> {
    await this.page.goto('/check')
    await this.page.getByLabel(this.#words.say('Pairing code'), { exact: true }).fill(code)
    await this.frame.button('Pair this phone').click()
    await this.choosePark()
  }

  async choosePark(): Promise<void> {
    await this.page.getByLabel(this.#words.say('Car park'), { exact: true }).selectOption({ label: PARK })
    await expect(this.frame.heading).toHaveText(PARK)
    await expect(this.page.getByText(LIST_WITH_TIME)).toBeVisible()
  }

  async checkCode(code: string): Promise<void> {
    await this.page.getByLabel(this.#words.say('Booking code'), { exact: true }).fill(code)
    await this.frame.button('Check the code').click()
  }

  async choose(id: string): Promise<void> {
    await this.page.getByText(this.#words.say(id), { exact: true }).click()
  }

  async expectVerdict(id: string): Promise<void> {
    await expect(this.frame.heading).toHaveText(this.#words.say(id))
    await expect(this.frame.heading).toBeFocused()
  }

  /** Waits until the gate screen and its decoder are stored, so that it opens without a signal. */
  async untilKept(): Promise<void> {
    await untilInstalled(this.page)
    const countKept = () =>
      this.page.evaluate(async () => {
        const caches_ = await Promise.all(['attendant-files', 'scanner-files'].map((name) => caches.open(name)))
        return Promise.all(caches_.map(async (cache) => (await cache.keys()).length))
      })
    await expect.poll(countKept, { message: 'files of the gate kept', timeout: 30_000 }).toEqual([2, 3])
  }

  get log() {
    return this.page.getByRole('region', { name: this.#words.say('Entries and exits') }).getByRole('listitem')
  }
}

export async function phoneOf(context: BrowserContext, words: Words, code: string): Promise<CheckPage> {
  const check = new CheckPage(await context.newPage(), words)
  await check.pair(code)
  await check.untilKept()
  return check
}

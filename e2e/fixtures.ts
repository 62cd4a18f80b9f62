import { test as base, expect } from '@playwright/test'
import type { CountryCode } from './account.ts'
import { lookOften } from './look-often.ts'
import { PageErrors } from './page-errors.ts'
import { Baywise } from './pages/baywise.ts'
import { ProviderProcess } from './provider-process.ts'
import { readWords, type Language, type Words } from './words.ts'

interface Options {
  readonly language: Language
  /** Chosen on this phone before the test; null: nobody has chosen yet, the picker opens. */
  readonly country: CountryCode | null
}

interface TestFixtures {
  readonly words: Words
  /** The app's pages, on the test's own page. */
  readonly app: Baywise
  /** Fails the test when a page printed or threw an error that the test did not `allow`. */
  readonly pageErrors: PageErrors
}

interface WorkerFixtures {
  readonly provider: ProviderProcess
}

const LOCALE: Readonly<Record<Language, string>> = { en: 'en-CA', fr: 'fr-CA' }

/** What a phone keeps of a country that was chosen; a choice made in the test stays. */
export function keepCountry(code: CountryCode): void {
  // The empty page that a new tab begins with has no storage (nor, in Firefox, an address), nor has somebody else's frame.
  if (!location.origin.startsWith('http') || window !== window.top || localStorage.getItem('selectedCountry') !== null)
    return
  const chosen = { code, name: code, autoDetected: false, fallback: false, ip: null, city: null, region: null }
  localStorage.setItem('selectedCountry', JSON.stringify(chosen))
}

/**
 * For a file whose tests are about what the worker does: the app kept on the phone, pages with no signal, pushes, updates. Single tests of other
 * files have `@worker` in their title. All others look at pages alone: each new phone would install the worker's 1.5 MB first, 3 of
 * the 4.6 s of processor time that its first page takes. Also, from the moment when a worker takes the page over Playwright sees no request of the API.
 */
export const WITH_WORKER = { serviceWorkers: 'allow' } as const

/** Playwright's test with a real provider behind `baseURL`; its data live as long as the worker. */
export const test = base.extend<TestFixtures & Options, WorkerFixtures>({
  language: ['en', { option: true }],
  country: ['CA', { option: true }],
  provider: [
    // Playwright reads what a fixture needs from this pattern, and accepts nothing but a pattern.
    async ({ browserName: _unneeded }, provide) => {
      const provider = await ProviderProcess.start()
      await provide(provider)
      await provider.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ provider }, provide) => provide(provider.url),
  serviceWorkers: async ({ browserName: _unneeded }, provide, { tags }) =>
    provide(tags.includes('@worker') ? 'allow' : 'block'),
  locale: async ({ language }, provide) => provide(LOCALE[language]),
  timezoneId: 'America/Toronto',
  context: async ({ context, country }, provide) => {
    context.once('page', lookOften)
    if (country !== null) await context.addInitScript(keepCountry, country)
    await provide(context)
  },
  words: async ({ language }, provide) => provide(readWords(language)),
  app: async ({ page, words }, provide) => provide(new Baywise(page, words)),
  pageErrors: [
    async ({ context }, provide) => {
      const errors = new PageErrors(context)
      await provide(errors)
      expect(errors.unexpected(), 'errors printed or thrown by the page').toEqual([])
    },
    { auto: true },
  ],
})

export { expect }

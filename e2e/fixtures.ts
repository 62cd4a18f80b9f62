import { test as base, expect } from '@playwright/test'
import type { CountryCode } from './account.ts'
import { lookOften } from './look-often.ts'
import { PageErrors } from './page-errors.ts'
import { Baywise } from './pages/baywise.ts'
import { ProviderProcess } from './provider-process.ts'
import { readWords, type Language, type Words } from './words.ts'

interface Options {
  readonly language: Language
  /** Chosen on this phone before the test; null when none is chosen yet, so the picker opens. */
  readonly country: CountryCode | null
}

interface TestFixtures {
  readonly words: Words
  /** The app's page objects, on the test's own page. */
  readonly app: Baywise
  /** Fails the test when a page logs or throws an error that the test did not `allow`. */
  readonly pageErrors: PageErrors
}

interface WorkerFixtures {
  readonly provider: ProviderProcess
}

const LOCALE: Readonly<Record<Language, string>> = { en: 'en-CA', fr: 'fr-CA' }

/** Stores a chosen country as the app does; a choice made in the test is kept. */
export function keepCountry(code: CountryCode): void {
  // A new tab's blank page has no storage (nor, in Firefox, an address), and neither has a third-party frame.
  if (!location.origin.startsWith('http') || window !== window.top || localStorage.getItem('selectedCountry') !== null)
    return
  const chosen = { code, name: code, autoDetected: false, fallback: false, ip: null, city: null, region: null }
  localStorage.setItem('selectedCountry', JSON.stringify(chosen))
}

/**
 * For files that test the worker: the app stored on the phone, pages without signal, pushes, updates. Single tests in
 * other files carry `@worker` in their title. All others test pages alone: each new phone would first install the
 * worker's 1.5 MB, 3 of the 4.6 s of processor time of its first page. Playwright also sees no API requests once a
 * worker controls the page.
 */
export const WITH_WORKER = { serviceWorkers: 'allow' } as const

/** Playwright's test with a real provider behind `baseURL`; its data live as long as the Playwright worker. */
export const test = base.extend<TestFixtures & Options, WorkerFixtures>({
  language: ['en', { option: true }],
  country: ['CA', { option: true }],
  provider: [
    // Playwright reads a fixture's dependencies from this destructuring pattern and accepts nothing else.
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

import { defineConfig } from '@playwright/test'
import { TIME_LIMITS } from './e2e/time-limits.ts'
import { BROWSER_FLAGS, findBrowser } from './scripts/find-browser.mjs'

const executablePath = findBrowser()
/** The browser without its window, where `npm test` has one: a quarter less work for the same journeys. */
const { CHROMIUM_SHELL_PATH: shell = '' } = process.env
/** What the shell has not: Background Sync, by which requests leave once the page is gone; push; proposals of passkeys; an app that is installed. */
const WHOLE = [
  'faults/*.spec.ts',
  ...['auth-passkeys', 'error-reports', 'install', 'kill-switch', 'payments-automatic', 'push', 'update'].map(
    (name) => `${name}.spec.ts`,
  ),
].map((file) => `**/${file}`)
/** By other drivers, `npm run e2e:firefox` and `npm run e2e:webkit`, or too long: `npm run crawl`. */
const OTHERS = ['firefox/**', 'webkit/**', 'crawl/**']
const launch = (file: string | undefined) => ({
  args: BROWSER_FLAGS,
  ...(file === undefined ? {} : { executablePath: file }),
})

/** Journeys in a real browser against the production build and a real provider (one each worker, see e2e/fixtures.ts). */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: OTHERS,
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results/e2e',
  ...TIME_LIMITS,
  // With other steps beside it a third journey at once made six of 340 need a second try: it has the cores for itself (scripts/test-steps.mjs).
  workers: Number(process.env.E2E_WORKERS ?? 3),
  fullyParallel: true,
  // On two busy cores a browser may miss a deadline once; what needed a second try is counted and named in the summary.
  retries: 1,
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    locale: 'en-GB',
    timezoneId: 'Africa/Lagos',
    contextOptions: { reducedMotion: 'reduce' },
    // What is waited for in vain is said in a minute: without it a tap waits until its test is over, and holds a worker up for ten.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Recorded for a second try alone: a trace of every test is a quarter of the run.
    trace: 'on-first-retry',
    screenshot: 'only-on-failure',
    launchOptions: launch(executablePath),
  },
  projects:
    shell === ''
      ? [{ name: 'browser' }]
      : [
          {
            name: 'shell',
            testIgnore: [...OTHERS, ...WHOLE],
            use: { launchOptions: launch(shell) },
          },
          { name: 'browser', testMatch: WHOLE },
        ],
})

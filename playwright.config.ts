import { defineConfig } from '@playwright/test'
import { TIME_LIMITS } from './e2e/time-limits.ts'
import { BROWSER_FLAGS, findBrowser } from './scripts/find-browser.mjs'

const executablePath = findBrowser()
/** The headless shell, where `npm test` has one: a quarter less work for the same journeys. */
const { CHROMIUM_SHELL_PATH: shell = '' } = process.env
/**
 * Journeys that need features the shell lacks: Background Sync, which sends requests after the page is closed; push;
 * passkey prompts; an installed app.
 */
const WHOLE = [
  'faults/*.spec.ts',
  ...['auth-passkeys', 'error-reports', 'install', 'kill-switch', 'payments-automatic', 'push', 'update'].map(
    (name) => `${name}.spec.ts`,
  ),
].map((file) => `**/${file}`)
/** Run by `npm run e2e:firefox` and `npm run e2e:webkit`, or too long for this run: `npm run crawl`. */
const OTHERS = ['firefox/**', 'webkit/**', 'crawl/**']
const launch = (file: string | undefined) => ({
  args: BROWSER_FLAGS,
  ...(file === undefined ? {} : { executablePath: file }),
})

/**
 * Journeys in a real browser against the production build and a real provider (one per worker, see e2e/fixtures.ts).
 */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: OTHERS,
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results/e2e',
  ...TIME_LIMITS,
  // The journeys have the cores to themselves (scripts/test-steps.mjs): with other steps running, a third journey at
  // once made six of 340 need a retry.
  workers: Number(process.env.E2E_WORKERS ?? 3),
  fullyParallel: true,
  // On two busy cores a browser may miss a deadline; tests that needed a retry are counted and named in the summary.
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
    // Fails a hopeless wait after a minute: by default a tap blocks its worker until the test's timeout of ten minutes.
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Recorded for retries only: tracing every test takes a quarter of the run.
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

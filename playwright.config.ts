import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from './scripts/find-browser.mjs'
import { envWithFonts } from './scripts/test-fonts.mjs'

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
/** A set of fonts by name, else those of the machine. */
const { BAYWISE_FONTS: fonts } = process.env
const env: Record<string, string> | undefined =
  fonts === undefined ? undefined : { ...withoutAbsent(process.env), ...envWithFonts(fonts) }

function withoutAbsent(variables: NodeJS.ProcessEnv): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  )
}

const launch = (file: string | undefined) => ({
  args: BROWSER_FLAGS,
  ...(file === undefined ? {} : { executablePath: file }),
  ...(env === undefined ? {} : { env }),
})

/** Journeys in a real browser against the production build and a real provider (one each worker, see e2e/fixtures.ts). */
export default defineConfig({
  testDir: 'e2e',
  testIgnore: OTHERS,
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results/e2e',
  timeout: 90_000,
  // Longest on two cores that also run other steps; what is there is seen at once.
  expect: { timeout: 15_000 },
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

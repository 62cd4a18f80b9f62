import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from './scripts/find-browser.mjs'

const executablePath = findBrowser()

/** Journeys in a real browser against the production build and a real provider (one each worker, see e2e/fixtures.ts). */
export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: 'test-results',
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: Number(process.env.E2E_WORKERS ?? 2),
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
    trace: 'retain-on-failure',
    screenshot: 'only-on-failure',
    launchOptions: { args: BROWSER_FLAGS, ...(executablePath === undefined ? {} : { executablePath }) },
  },
})

import { defineConfig } from '@playwright/test'
import { findFirefox } from '../../scripts/find-browser.mjs'
import { TIME_LIMITS } from '../time-limits.ts'

const executablePath = findFirefox()

/** Journeys in the distribution's Firefox, on the production build: `npm run e2e:firefox`. */
export default defineConfig({
  testDir: '.',
  globalSetup: '../global-setup.ts',
  outputDir: '../../test-results/firefox',
  ...TIME_LIMITS,
  workers: 1,
  retries: 1,
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'firefox',
    // Speaks WebDriver BiDi to an unpatched Firefox.
    channel: 'moz-firefox',
    viewport: { width: 360, height: 740 },
    locale: 'en-GB',
    timezoneId: 'Africa/Lagos',
    contextOptions: { reducedMotion: 'reduce' },
    // The driver cannot take screenshots of a page without a connection.
    screenshot: 'off',
    launchOptions: executablePath === undefined ? {} : { executablePath },
  },
})

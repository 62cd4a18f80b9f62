import { defineConfig } from '@playwright/test'
import { BROWSER_FLAGS, findBrowser } from '../../scripts/find-browser.mjs'
import { TIME_LIMITS } from '../time-limits.ts'

const executablePath = findBrowser()

/**
 * Opens every address of the specification, every link and the console: `npm run crawl`. Takes minutes, so it is not
 * part of `npm test`.
 */
export default defineConfig({
  testDir: '.',
  globalSetup: '../global-setup.ts',
  outputDir: '../../test-results/crawl',
  timeout: 900_000,
  expect: TIME_LIMITS.expect,
  workers: 1,
  forbidOnly: true,
  reporter: 'list',
  use: {
    browserName: 'chromium',
    viewport: { width: 360, height: 740 },
    hasTouch: true,
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { args: BROWSER_FLAGS, ...(executablePath === undefined ? {} : { executablePath }) },
  },
})

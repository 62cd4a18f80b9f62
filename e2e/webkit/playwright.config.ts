import { defineConfig } from '@playwright/test'
import { TIME_LIMITS } from '../time-limits.ts'

/**
 * Checks in the distribution's WebKit, on the production build: `npm run e2e:webkit`. Playwright is only the runner.
 */
export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results/webkit',
  ...TIME_LIMITS,
  workers: 1,
  // As in the other journeys: a test that needed a retry is counted and named.
  retries: 1,
  forbidOnly: true,
  reporter: 'list',
})

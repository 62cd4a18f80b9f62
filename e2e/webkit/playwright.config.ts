import { defineConfig } from '@playwright/test'
import { TIME_LIMITS } from '../time-limits.ts'

/** Checks in WebKit as the distribution has it, on the production build: `npm run e2e:webkit`. Playwright only runs them. */
export default defineConfig({
  testDir: '.',
  globalSetup: './global-setup.ts',
  outputDir: '../../test-results/webkit',
  ...TIME_LIMITS,
  workers: 1,
  // As the other journeys: what needed a second try is counted and named.
  retries: 1,
  forbidOnly: true,
  reporter: 'list',
})

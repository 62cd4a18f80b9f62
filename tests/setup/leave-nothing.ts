import { afterEach, vi } from 'vitest'

// Vitest takes back what a test has put in a global's place before the next test alone: the next file of the same process is loaded with it,
// and what it defines meanwhile is then taken back too.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

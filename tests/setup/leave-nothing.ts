import { afterEach, vi } from 'vitest'

// Vitest takes stubs of globals back before the next test, not after the last: the next file of the same process is loaded with them, and loses
// what it defines in their place.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

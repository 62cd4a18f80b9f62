import { afterEach, vi } from 'vitest'

// Vitest restores stubbed globals before the next test, but not after the last one: the next file in the same process
// would load with the stubs and lose the globals it defines in their place.
afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
  vi.useRealTimers()
})

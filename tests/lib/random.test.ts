import { expect, it } from 'vitest'
import { systemRandom } from '../../src/lib/random.ts'

it('draws numbers from 0 to below 1 that do not come round again with the next draw from the system', () => {
  const drawn = Array.from({ length: 1_000 }, systemRandom)
  expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true)
  // A thousand draws from 2^32 contain an equal pair once in 8,600 runs, and almost never two.
  expect(new Set(drawn).size).toBeGreaterThan(997)
  const mean = drawn.reduce((sum, number) => sum + number, 0) / drawn.length
  expect(Math.abs(mean - 0.5)).toBeLessThan(0.1)
})

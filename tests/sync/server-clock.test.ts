import { expect, test } from 'vitest'
import { toInstant } from '../../src/domain/instant.ts'
import { createServerClock } from '../../src/sync/server-clock.ts'

test('how far a clock is ahead is told in whole milliseconds, and not before the provider was heard', () => {
  let [now, monotonic] = [1_000_000, 0.25]
  const time = createServerClock({ now: () => toInstant(now) }, () => monotonic)
  expect(time.aheadMs()).toBeNull()
  time.hear(400_000)
  monotonic += 1_500.4
  expect(time.aheadMs()).toBe(598_500)
  // The clock is put right.
  now = 401_500
  expect(Math.abs(time.aheadMs() ?? 1)).toBe(0)
})

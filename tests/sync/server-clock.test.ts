import { expect, test } from 'vitest'
import { toInstant } from '../../src/domain/instant.ts'
import { createServerClock } from '../../src/sync/server-clock.ts'

test('how far a clock is ahead is told in whole milliseconds, and not before the provider was heard', () => {
  let [now, monotonic] = [1_000_000, 0.25]
  const time = createServerClock({ now: () => toInstant(now) }, () => monotonic)
  expect(time.aheadMs()).toBeNull()
  time.listen()(400_000)
  monotonic += 1_500.4
  expect(time.aheadMs()).toBe(598_500)
  // The phone's clock is corrected.
  now = 401_500
  expect(Math.abs(time.aheadMs() ?? 1)).toBe(0)
})

test('an answer that a sleeping phone reads hours later does not set the time', () => {
  let [now, monotonic] = [1_000_000, 0]
  const time = createServerClock({ now: () => toInstant(now) }, () => monotonic)
  const hear = time.listen()
  now += 8 * 3_600_000
  monotonic += 8 * 3_600_000
  hear(1_001_000)
  expect(time.aheadMs()).toBeNull()
  time.listen()(1_000_000 + 8 * 3_600_000)
  expect(time.aheadMs()).toBe(0)
})

test('the same where the clock that only runs forward stands still in sleep', () => {
  let now = 1_000_000
  const time = createServerClock({ now: () => toInstant(now) }, () => 0)
  const hear = time.listen()
  now += 8 * 3_600_000
  hear(1_001_000)
  expect(time.aheadMs()).toBeNull()
})

test('a phone that slept while that clock stood still does not say that its own is ahead by as long', () => {
  let [now, monotonic] = [1_000_000, 0]
  const time = createServerClock({ now: () => toInstant(now) }, () => monotonic)
  time.listen()(1_000_000)
  now += 30 * 60_000
  monotonic += 1_000
  expect(time.aheadMs()).toBeNull()
  time.listen()(now)
  expect(time.aheadMs()).toBe(0)
})

test('a clock that is set back is told, whenever the provider was heard', () => {
  let [now, monotonic] = [1_000_000_000, 0]
  const time = createServerClock({ now: () => toInstant(now) }, () => monotonic)
  time.listen()(1_000_000_000)
  now += 60_000 - 3_600_000
  monotonic += 60_000
  expect(time.aheadMs()).toBe(-3_600_000)
})

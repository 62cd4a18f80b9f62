import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DEFAULT_REFUND_POLICY,
  refundNow,
  refundOutlook,
  refundStepsOf,
  refundableOf,
  type RefundPolicy,
  type Refundable,
} from '../../src/domain/cancellation.ts'
import { MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { at } from './support/tariffs.ts'

const START = at('2026-11-21T12:00:00Z')
const after = (minutes: number) => toInstant(START + minutes * MINUTE_MS)

/** Four hours for 2,400, billed by the hour. */
const bookingOf = (policy: RefundPolicy = DEFAULT_REFUND_POLICY): Refundable => {
  const times = { startMs: START, endMs: after(240) }
  return { ...times, totalMinor: 2400, unitMinutes: 60, steps: refundStepsOf(policy, times) }
}

test('everything before the start, half of the unused whole hours after it, nothing after the end', () => {
  const refunds = [-600, -1, 0, 1, 60, 61, 180, 181, 240, 999].map((minutes) => refundNow(bookingOf(), after(minutes)))
  expect(refunds).toEqual([2400, 2400, 1200, 900, 900, 600, 300, 0, 0, 0])
})

test('a park may ask for notice', () => {
  const strict = bookingOf([
    { until: 'start', offsetMinutes: -1440, percent: 100 },
    { until: 'start', offsetMinutes: 0, percent: 40 },
  ])
  expect([-1441, -1440, -1, 0].map((minutes) => refundNow(strict, after(minutes)))).toEqual([2400, 960, 960, 0])
})

test('an undo gives everything back, also after the start', () => {
  const undoable = { ...bookingOf(), undoUntilMs: after(8) }
  expect([0, 7, 8].map((minutes) => refundNow(undoable, after(minutes)))).toEqual([2400, 2400, 900])
})

test('the outlook names the amount now and the next times at which it shrinks', () => {
  expect(refundOutlook(bookingOf(), after(-30))).toEqual({
    nowMinor: 2400,
    changes: [
      { atMs: after(0), refundMinor: 1200 },
      { atMs: START + 1, refundMinor: 900 },
    ],
  })
  expect(refundOutlook(bookingOf(), after(30)).changes).toEqual([
    { atMs: after(60) + 1, refundMinor: 600 },
    { atMs: after(120) + 1, refundMinor: 300 },
  ])
  expect(refundOutlook(bookingOf(), after(300))).toEqual({ nowMinor: 0, changes: [] })
})

test('the wire carries all that the sum needs', () => {
  const booking = refundableOf({
    start_time: '2026-11-21T12:00:00Z',
    end_time: '2026-11-21T16:00:00Z',
    total: 2400,
    created_at: '2026-11-21T10:00:00Z',
    lines: [{ kind: 'units', unit_minutes: 30 }, { kind: 'fee' }],
    refund_policy: [
      { until: '2026-11-21T12:00:00Z', percent: 100 },
      { until: '2026-11-21T16:00:00Z', percent: 50 },
    ],
  })
  expect(booking).toEqual({ ...bookingOf(), unitMinutes: 30, undoUntilMs: at('2026-11-21T10:10:00Z') })
})

const refundable = fc
  .record({
    minutes: fc.integer({ min: 1, max: 600 }),
    totalMinor: fc.integer({ min: 0, max: 1e9 }),
    unitMinutes: fc.constantFrom(1, 15, 30, 60, 1440),
    first: fc.nat(100),
    second: fc.nat(100),
  })
  .map(({ minutes, totalMinor, unitMinutes, first, second }): Refundable => {
    const times = { startMs: START, endMs: after(minutes * 5) }
    const policy: RefundPolicy = [
      { until: 'start', offsetMinutes: 0, percent: Math.max(first, second) },
      { until: 'end', offsetMinutes: 0, percent: Math.min(first, second) },
    ]
    return { ...times, totalMinor, unitMinutes, steps: refundStepsOf(policy, times) }
  })
const moment = fc.integer({ min: -100, max: 3_200 }).map(after)

test('a refund is whole, not negative, never above what was paid, and never grows with time', () => {
  fc.assert(
    fc.property(refundable, moment, moment, (booking, one, other) => {
      const [early, late] = one < other ? [one, other] : [other, one]
      const refund = refundNow(booking, early)
      expect(Number.isSafeInteger(refund)).toBe(true)
      expect(refund).toBeGreaterThanOrEqual(refundNow(booking, late))
      expect(refund).toBeLessThanOrEqual(booking.totalMinor)
      expect(refundNow(booking, late)).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 500 },
  )
})

test('between the moments that the outlook names the refund does not move', () => {
  fc.assert(
    fc.property(
      refundable,
      moment,
      fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
      (booking, now, part) => {
        const { nowMinor, changes } = refundOutlook(booking, now)
        const [first] = changes
        const until = first?.atMs ?? toInstant(now + 1e9)
        const between = toInstant(Math.min(until - 1, now + Math.floor((until - now) * part)))
        expect(refundNow(booking, between)).toBe(nowMinor)
        if (first !== undefined) expect(refundNow(booking, first.atMs)).toBe(first.refundMinor)
      },
    ),
    { numRuns: 500 },
  )
})

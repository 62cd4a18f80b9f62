import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  DEFAULT_REFUND_POLICY,
  refundInMinute,
  refundNow,
  refundOutlook,
  refundStepsOf,
  refundableOf,
  refundableStay,
  type BookedRate,
  type Refundable,
} from '../../src/domain/cancellation.ts'
import { type Instant, MINUTE_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { extendedPrice } from '../../src/domain/price-stay.ts'
import { quote, type Tariff } from '../../src/domain/tariff.ts'
import type { RefundPolicy } from '../../src/domain/tariff-types.ts'
import { quoteInput, tariffWithoutPackages } from './support/arbitraries.ts'
import { at, perUnit, tariffOf, windowOf } from './support/tariffs.ts'

const START = at('2026-11-21T12:00:00Z')
const after = (minutes: number) => toInstant(START + minutes * MINUTE_MS)
const rateOf = (changes: Partial<Tariff> = {}): BookedRate => ({
  tariff: tariffOf(changes),
  taxes: [],
  vehicleType: 1,
  zone: 'UTC',
})
const DAY_CAP = { kind: 'day', amountMinor: 700, startsAtMinute: 0 } as const
const HOURLY = rateOf({ windows: [windowOf(0, 1440, perUnit(600))] })

/** Four hours for 2,400, billed by the hour. */
const bookingOf = (policy: RefundPolicy = DEFAULT_REFUND_POLICY, rate: BookedRate | null = HOURLY): Refundable => {
  const times = { startMs: START, endMs: after(240) }
  return { ...times, totalMinor: 2400, rate, steps: refundStepsOf(policy, times) }
}
const at1 = (booking: Refundable, minutes: number): number => refundNow(booking, after(minutes))

test('everything before the start, half of what the unused hours cost after it, nothing after the end', () => {
  const refunds = [-600, -1, 0, 1, 60, 61, 180, 181, 240, 999].map((minutes) => refundNow(bookingOf(), after(minutes)))
  expect(refunds).toEqual([2400, 2400, 1200, 900, 900, 600, 300, 0, 0, 0])
})

test('hours that cost nothing bring nothing back: under a cap, at a flat price, in the free minutes', () => {
  const capped = { ...bookingOf(undefined, rateOf({ caps: [DAY_CAP], windows: [windowOf(0, 1440, perUnit(200))] })) }
  // The cap of 700 is reached in the fourth hour, so four of the ten hours cost the full price.
  const long = {
    ...capped,
    endMs: after(600),
    totalMinor: 700,
    steps: refundStepsOf(DEFAULT_REFUND_POLICY, { startMs: START, endMs: after(600) }),
  }
  expect([0, 1, 61, 181, 500].map((minutes) => at1(long, minutes))).toEqual([350, 250, 150, 0, 0])
  const flat = bookingOf(undefined, rateOf({ windows: [windowOf(0, 1440, { kind: 'flat', amountMinor: 2400 })] }))
  expect(at1(flat, 5)).toBe(0)
  const free = { ...bookingOf(undefined, rateOf({ freeFirstMinutes: 60 })), totalMinor: 600 }
  expect([30, 60, 61].map((minutes) => at1(free, minutes))).toEqual([300, 300, 200])
})

test('in the minute in which an hour begins a screen says what is left after it', () => {
  const said = [-1, 0, 59, 60].map((minutes) => refundInMinute(bookingOf(), after(minutes)))
  expect(said).toEqual([2400, 900, 900, 600])
})

test('a stay used to the last minute is paid in full', () => {
  expect(at1(bookingOf(), 239)).toBe(0)
})

test('nobody is given back what no shorter stay would have saved: the park’s shortest stay counts', () => {
  const shortest = bookingOf(undefined, { ...HOURLY, tariff: { ...HOURLY.tariff, minimumStayMinutes: 180 } })
  expect([1, 180, 181].map((minutes) => at1(shortest, minutes))).toEqual([300, 300, 0])
})

test('without the rate that it was booked at nothing is promised once the stay has begun', () => {
  expect([-1, 0, 30].map((minutes) => at1(bookingOf(undefined, null), minutes))).toEqual([2400, 0, 0])
})

test('a park may ask for notice', () => {
  const strict = bookingOf([
    { until: 'start', offsetMinutes: -1440, percent: 100 },
    { until: 'start', offsetMinutes: 0, percent: 40 },
  ])
  expect([-1441, -1440, -1, 0].map((minutes) => refundNow(strict, after(minutes)))).toEqual([2400, 960, 960, 0])
})

test('an undo gives everything back, where the policy gives less', () => {
  const strict = bookingOf([{ until: 'start', offsetMinutes: 0, percent: 50 }])
  const undoable = { ...strict, undoUntilMs: after(-52) }
  expect([-60, -53, -52].map((minutes) => at1(undoable, minutes))).toEqual([2400, 2400, 1200])
})

test('the outlook names the amount now and the next times at which it shrinks', () => {
  expect(refundOutlook(bookingOf(), after(-30))).toEqual({
    nowMinor: 2400,
    undoUntilMs: null,
    changes: [
      { atMs: after(0), refundMinor: 1200 },
      { atMs: START + 1, refundMinor: 900 },
    ],
  })
  expect(refundOutlook(bookingOf(), after(30)).changes).toEqual([
    { atMs: after(60) + 1, refundMinor: 600 },
    { atMs: after(120) + 1, refundMinor: 300 },
  ])
  expect(refundOutlook(bookingOf(), after(300))).toEqual({ nowMinor: 0, undoUntilMs: null, changes: [] })
})

test('the outlook says until when an undo holds, where it gives more than the policy', () => {
  const strict = bookingOf([{ until: 'start', offsetMinutes: 0, percent: 50 }])
  const undoable = { ...strict, undoUntilMs: after(-52) }
  expect(refundOutlook(undoable, after(-60))).toMatchObject({
    nowMinor: 2400,
    undoUntilMs: after(-52),
    changes: [{ atMs: after(-52), refundMinor: 1200 }, { refundMinor: 0 }],
  })
  expect(refundOutlook(undoable, after(-52)).undoUntilMs).toBeNull()
  // A cancellation before the start is refunded in full anyway, so an undo that ends by then is not shown.
  expect(refundOutlook({ ...bookingOf(), undoUntilMs: after(-5) }, after(-10)).undoUntilMs).toBeNull()
})

const wireOf = (times: { readonly startMs: Instant; readonly endMs: Instant }, createdAt: Instant) => ({
  start_time: toRfc3339(times.startMs),
  end_time: toRfc3339(times.endMs),
  created_at: toRfc3339(createdAt),
  refund_policy: refundStepsOf(DEFAULT_REFUND_POLICY, times).map(({ untilMs, percent }) => ({
    until: toRfc3339(untilMs),
    percent,
  })),
})

test.each([
  ['ten minutes after the booking', after(-120), after(-110)],
  ['at the start, where that is sooner', after(-4), START],
])('an undo ends %s, and with the check-in', (_, bookedAt, until) => {
  const wire = { ...wireOf({ startMs: START, endMs: after(240) }, bookedAt), total: 2400 }
  expect(refundableOf(wire, HOURLY)).toEqual({ ...bookingOf(), undoUntilMs: until })
  expect(refundableOf({ ...wire, checked_in_at: toRfc3339(bookedAt) }, HOURLY).undoUntilMs).toBeNull()
})

const moment = fc.integer({ min: -100, max: 3_200 }).map(after)
/** Any stay at any tariff, in ordinary hours or across a clock change. */
const stay = quoteInput(tariffWithoutPackages).map((input) => {
  const priced = quote(input)
  const { from: startMs, to: endMs, tariff, taxes, vehicleType, zone } = input
  const times = { startMs, endMs }
  return {
    ...times,
    totalMinor: priced.ok ? priced.value.totalMinor : 0,
    rate: { tariff, taxes, vehicleType, zone },
    steps: refundStepsOf(DEFAULT_REFUND_POLICY, times),
  }
})
const part = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true })
const within = (booking: Refundable, share: number): Instant =>
  toInstant(booking.startMs + Math.floor((booking.endMs - booking.startMs) * share))

test('a refund is whole, not negative, never above what was paid, and never grows with time', () => {
  fc.assert(
    fc.property(stay, part, part, (booking, one, other) => {
      const early = refundNow(booking, within(booking, Math.min(one, other)))
      const late = refundNow(booking, within(booking, Math.max(one, other)))
      expect(Number.isSafeInteger(early)).toBe(true)
      expect(early).toBeGreaterThanOrEqual(late)
      expect(early).toBeLessThanOrEqual(booking.totalMinor)
      expect(late).toBeGreaterThanOrEqual(0)
    }),
    { numRuns: 500 },
  )
})

test('who leaves early has paid no less than the shortest stay that covers what was used', () => {
  fc.assert(
    fc.property(stay, part, (booking, share) => {
      const left = Math.max(within(booking, share), booking.startMs + 1)
      const shortest = quote({ ...booking.rate, from: booking.startMs, to: toInstant(left) })
      if (!shortest.ok) throw new Error(shortest.error)
      const kept = booking.totalMinor - refundNow(booking, toInstant(left))
      expect(kept).toBeGreaterThanOrEqual(shortest.value.totalMinor)
    }),
    { numRuns: 500 },
  )
})

test('nor has who booked short and extended, by any number of steps, before leaving early', () => {
  fc.assert(
    fc.property(stay, fc.array(part, { maxLength: 4 }), part, (booking, ends, share) => {
      const { startMs: from, rate } = booking
      const steps = [...ends.map((end) => within(booking, end)), booking.endMs]
        .map((end) => Math.max(end, from + 1))
        .toSorted((a, b) => a - b)
        .map(toInstant)
      const [first = booking.endMs, ...later] = steps
      const made = quote({ ...rate, from, to: first })
      if (!made.ok) throw new Error(made.error)
      let [paidMinor, to] = [made.value.totalMinor, first]
      for (const newEnd of later) {
        const more = extendedPrice({ ...rate, from, to, newEnd })
        // Without an extension when the park is closed at that hour.
        if (more.ok) [paidMinor, to] = [paidMinor + more.value.extra.totalMinor, newEnd]
      }
      const times = { startMs: from, endMs: to }
      const extended = {
        ...booking,
        ...times,
        totalMinor: paidMinor,
        steps: refundStepsOf(DEFAULT_REFUND_POLICY, times),
      }
      const left = toInstant(Math.max(within(extended, share), from + 1))
      const shortest = quote({ ...rate, from, to: left })
      if (!shortest.ok) throw new Error(shortest.error)
      expect(paidMinor - refundNow(extended, left)).toBeGreaterThanOrEqual(shortest.value.totalMinor)
    }),
    { numRuns: 500 },
  )
})

test('between the moments that the outlook names the refund does not move', () => {
  fc.assert(
    fc.property(stay, part, part, (booking, share, between) => {
      const now = toInstant(within(booking, share) - 60 * MINUTE_MS)
      const { nowMinor, changes } = refundOutlook(booking, now)
      const [first] = changes
      const until = first?.atMs ?? toInstant(now + 1e9)
      const moment = toInstant(Math.min(until - 1, now + Math.floor((until - now) * between)))
      expect(refundNow(booking, moment)).toBe(nowMinor)
      if (first !== undefined) expect(refundNow(booking, first.atMs)).toBe(first.refundMinor)
    }),
    { numRuns: 500 },
  )
})

test('what is shown before a booking is at every moment what comes back of it afterwards', () => {
  fc.assert(
    fc.property(stay, moment, ({ startMs, endMs, totalMinor, rate }, now) => {
      const shown = refundableStay({ startMs, endMs, totalMinor, rate }, START)
      const booked = refundableOf({ ...wireOf({ startMs, endMs }, START), total: totalMinor }, rate)
      expect(shown).toEqual(booked)
      expect(refundNow(shown, now)).toBe(refundNow(booked, now))
    }),
    { numRuns: 300 },
  )
})

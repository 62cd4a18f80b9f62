import { expect, test } from 'vitest'
import { mayOverstay } from '../../src/domain/booking.ts'
import { MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { coveredUntil, findOverstay, leaveByOf, type OverstayInput } from '../../src/domain/overstay.ts'
import { at, clock, perUnit, tariffOf, TORONTO, windowOf } from './support/tariffs.ts'

const END = at('2026-11-21T18:00:00Z')

/** C$2 per started half hour, for a stay of two hours until 18:00. */
const input = (minutes: number, changes: Partial<OverstayInput> = {}): OverstayInput => ({
  start: at('2026-11-21T16:00:00Z'),
  end: END,
  now: toInstant(END + minutes * MINUTE_MS),
  zone: TORONTO,
  vehicleType: 1,
  rate: { tariff: tariffOf({ unitMinutes: 30 }), taxes: [] },
  ...changes,
})

test.each([
  [0, null],
  [1, 200],
  [30, 200],
  [31, 400],
])('%i minutes over the end cost the started units', (minutes, expected) => {
  expect(findOverstay(input(minutes)).dueMinor).toBe(expected)
})

test('what was paid is taken off, and is never had back', () => {
  const paid = { paidMinor: 200, until: toInstant(END + 30 * MINUTE_MS) }
  expect(findOverstay(input(17, { paid })).dueMinor).toBe(0)
  expect(findOverstay(input(31, { paid })).dueMinor).toBe(200)
  expect(findOverstay(input(31, { paid: { ...paid, paidMinor: 900 } })).dueMinor).toBe(0)
})

test('an amount covers the unit that runs, and no minute of the next', () => {
  expect(coveredUntil(input(17), 200)).toBe(END + 30 * MINUTE_MS)
  expect(coveredUntil(input(30), 200)).toBe(END + 30 * MINUTE_MS)
  const odd = { tariff: tariffOf({ unitMinutes: 7 }), taxes: [] }
  expect(coveredUntil(input(8, { rate: odd }), 400)).toBe(END + 14 * MINUTE_MS)
})

test('a flat price covers a day at most', () => {
  const flat = { tariff: tariffOf({ unitMinutes: 60_000 }), taxes: [] }
  expect(coveredUntil(input(20, { rate: flat }), 200)).toBe(END + (20 + 24 * 60) * MINUTE_MS)
})

test('without re-entry minutes too the free minutes are not had again by staying on', () => {
  const rate = { tariff: tariffOf({ unitMinutes: 30, freeFirstMinutes: 60, reentryMinutes: 0 }), taxes: [] }
  expect(findOverstay(input(20, { rate })).dueMinor).toBe(200)
})

test('a tariff with a shortest stay has a price from the first minute on', () => {
  const rate = { tariff: tariffOf({ unitMinutes: 30, minimumStayMinutes: 60 }), taxes: [] }
  expect(findOverstay(input(5, { rate })).dueMinor).toBe(400)
})

test('a debt does not end at the longest stay, nor where the shortest would end after closing', () => {
  const limited = { tariff: tariffOf({ unitMinutes: 30, maximumStayMinutes: 120 }), taxes: [] }
  expect(findOverstay(input(120, { rate: limited })).dueMinor).toBe(800)
  expect(findOverstay(input(125, { rate: limited })).dueMinor).toBe(1_000)
  const hours = { windows: [windowOf(clock(7), clock(13) + 30, perUnit(200))], minimumStayMinutes: 60 }
  const closing = { tariff: tariffOf({ unitMinutes: 30, ...hours }), taxes: [] }
  expect(findOverstay(input(15, { rate: closing })).dueMinor).toBe(200)
  expect(findOverstay(input(35, { rate: closing })).dueMinor).toBeNull()
})

test('where no rate is known nothing is said of the price', () => {
  expect(findOverstay(input(20, { rate: undefined }))).toEqual({ minutes: 20, quote: null, dueMinor: null })
})

test('the grace begins again with what is paid for', () => {
  const graceMinutes = 10
  expect(leaveByOf(END, { paid: undefined, graceMinutes })).toBe(END + 10 * MINUTE_MS)
  const paid = { paidMinor: 200, until: toInstant(END + 30 * MINUTE_MS) }
  expect(leaveByOf(END, { paid, graceMinutes })).toBe(END + 40 * MINUTE_MS)
})

const booking = {
  status: 'active' as const,
  start_time: '2026-11-21T16:00:00Z',
  end_time: '2026-11-21T18:00:00Z',
}

test.each([
  ['within the grace', { minutes: 9 }, false],
  ['after the grace', { minutes: 10 }, true],
  ['an hour later, of a car that nobody saw', { minutes: 70 }, false],
  ['an hour later, of a car that came in', { minutes: 70, checked_in_at: '2026-11-21T16:00:00Z' }, true],
  ['once it was let out', { minutes: 20, checked_out_at: '2026-11-21T18:15:00Z' }, false],
  ['once it was cancelled', { minutes: 20, status: 'cancelled' as const }, false],
])('a stay is over and its car may be there: %s', (_when, { minutes, ...changes }, expected) => {
  expect(mayOverstay({ ...booking, ...changes }, toInstant(END + minutes * MINUTE_MS))).toBe(expected)
})

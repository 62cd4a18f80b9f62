import { expect, test } from 'vitest'
import { HOUR_MS, MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { isNoSpaceTrusted, mayLackSpace, noSpaceUntil, restOfStay } from '../../src/domain/no-space.ts'

const START = toInstant(Date.UTC(2026, 10, 23, 12))
const END = toInstant(START + 2 * HOUR_MS)
const at = (minutes: number) => toInstant(START + minutes * MINUTE_MS)

test('everything comes back until 30 minutes after the start, unless the gate has seen the car', () => {
  expect(noSpaceUntil({ startMs: START, isSeenAtGate: false })).toBe(at(30))
  expect(noSpaceUntil({ startMs: START, isSeenAtGate: true })).toBeNull()
})

test('each sign of a habit, and of a car that is inside, ends the trust', () => {
  const honest = { lastDay: 0, lastMonth: 2, wasInside: false, isSameVisit: false }
  expect(isNoSpaceTrusted(honest)).toBe(true)
  for (const sign of [{ lastDay: 1 }, { lastMonth: 3 }, { wasInside: true }, { isSameVisit: true }])
    expect(isNoSpaceTrusted({ ...honest, ...sign })).toBe(false)
})

test('it can be reported from the earliest arrival until the end', () => {
  const stay = { fromMs: at(-15), endMs: END }
  expect([-16, -15, 0, 119, 120].map((minutes) => mayLackSpace(stay, at(minutes)))).toEqual([
    ...[false, true, true, true, false],
  ])
})

test('the rest of a stay ends when the stay ends, is a multiple of 5 minutes, and never begins in the past', () => {
  const stay = { startMs: START, endMs: END }
  expect(restOfStay(stay, at(-10))).toEqual({ fromMs: START, untilMs: END })
  expect(restOfStay(stay, at(11))).toEqual({ fromMs: at(15), untilMs: END })
  expect(restOfStay(stay, at(115))).toEqual({ fromMs: at(115), untilMs: END })
  expect(restOfStay(stay, at(116))).toBeNull()
  expect(restOfStay(stay, at(130))).toBeNull()
})

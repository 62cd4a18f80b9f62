import { expect, test } from 'vitest'
import { mustInstant } from '../../src/domain/instant.ts'
import { RENEWAL_STAGES } from '../../src/domain/document-kinds.ts'
import {
  addDays,
  canMoveTo,
  dayAt,
  daysUntil,
  documentState,
  isDue,
  kindsFor,
  priceRenewal,
  stepsOf,
  worstState,
} from '../../src/domain/vehicle-documents.ts'

const ZONE = 'Africa/Lagos'
const TODAY = '2026-11-22'

test.for([
  ['2026-11-21', 'expired'],
  ['2026-11-22', 'due'],
  ['2026-12-22', 'due'],
  ['2026-12-23', 'valid'],
  [null, 'unknown'],
] as const)('on 22 November a document of %s is %s', ([day, state]) => {
  expect(documentState(day, TODAY)).toBe(state)
})

test('days are counted on the calendar, over the change of a clock and of a year', () => {
  expect(daysUntil('2026-11-30', TODAY)).toBe(8)
  expect(daysUntil('2027-03-15', '2027-03-13')).toBe(2)
  expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
  expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
})

test('the day is the one at the place: at 23:30 UTC it is the next in Lagos', () => {
  expect(dayAt(mustInstant('2026-11-22T23:30:00Z'), ZONE)).toBe('2026-11-23')
})

test('the worst comes first, and what is due is ticked; one whose day is not known is not', () => {
  expect(worstState(['valid', 'due', 'expired'])).toBe('expired')
  expect(worstState(['valid', 'unknown'])).toBe('unknown')
  expect(worstState([])).toBe('unknown')
  expect((['expired', 'due', 'unknown', 'valid'] as const).map(isDue)).toEqual([true, true, false, false])
})

test('only a vehicle that drives for money needs a hackney permit', () => {
  expect(kindsFor(false)).toEqual(['licence', 'roadworthiness', 'insurance'])
  expect(kindsFor(true)).toContain('hackney')
})

const FEES = {
  fees: { licence: 625_000, roadworthiness: 415_000, insurance: 500_000, hackney: 350_000 },
  serviceMinor: 150_000,
  vat: 7_500,
}

test('two documents cost their fees and one service fee, the tax inside it', () => {
  expect(priceRenewal(['roadworthiness', 'licence'], FEES)).toEqual({
    lines: [
      { kind: 'licence', amountMinor: 625_000 },
      { kind: 'roadworthiness', amountMinor: 415_000 },
    ],
    ...{ serviceMinor: 150_000, vatMinor: 10_465, totalMinor: 1_190_000 },
  })
})

test('nothing chosen costs nothing, and one named twice is paid once', () => {
  expect(priceRenewal([], FEES)).toEqual({ lines: [], serviceMinor: 0, vatMinor: 0, totalMinor: 0 })
  expect(priceRenewal(['licence', 'licence'], FEES).totalMinor).toBe(775_000)
})

test('a renewal goes one step at a time, is refused at any of them, and ends once', () => {
  const allowed = RENEWAL_STAGES.map((stage) => RENEWAL_STAGES.filter((next) => canMoveTo(stage, next)))
  expect(allowed).toEqual([['checked', 'rejected'], ['at_office', 'rejected'], ['done', 'rejected'], [], []])
})

const progress = (
  history: readonly (readonly [stage: 'received' | 'checked' | 'at_office' | 'done' | 'rejected', day: string])[],
) =>
  stepsOf({
    history: history.map(([stage, day]) => ({ stage, at: `${day}T10:00:00Z` })),
    days: { checked: 1, at_office: 2, done: 22 },
    zone: ZONE,
    now: mustInstant(`${TODAY}T09:00:00Z`),
  }).map((step) => [step.step, step.state, step.state === 'coming' ? step.about : dayAt(step.at, ZONE)])

test('steps reached have their day, one to come says about when', () => {
  expect(
    progress([
      ['received', '2026-11-03'],
      ['checked', '2026-11-04'],
      ['at_office', '2026-11-05'],
    ]),
  ).toEqual([
    ['received', 'reached', '2026-11-03'],
    ['checked', 'reached', '2026-11-04'],
    ['at_office', 'running', '2026-11-05'],
    ['done', 'coming', '2026-11-25'],
  ])
})

test('a step that is late is never expected on a day that is past', () => {
  expect(progress([['received', '2026-11-03']]).at(1)).toEqual(['checked', 'coming', TODAY])
})

test('one that was rejected has no steps to come', () => {
  expect(
    progress([
      ['received', '2026-11-03'],
      ['rejected', '2026-11-04'],
    ]),
  ).toEqual([['received', 'reached', '2026-11-03']])
})

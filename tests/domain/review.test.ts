import { expect, test } from 'vitest'
import { DAY_MS, HOUR_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { authorName, REVIEW_DAYS, type ReviewableStay, reviewableNow } from '../../src/domain/review.ts'

const END = Date.parse('2026-11-20T12:00:00Z')
const at = (ms: number): string => toRfc3339(toInstant(ms))
const STAY: ReviewableStay = { status: 'active', end_time: at(END), total: 650 }
const CANCELLED = { ...STAY, status: 'cancelled', cancelled_at: at(END - HOUR_MS) } as const

test('a stay can be reviewed from its end for thirty days, to the moment', () => {
  expect(reviewableNow(STAY, END - 1)).toBe('not_over')
  expect(reviewableNow(STAY, END)).toBe('open')
  expect(reviewableNow(STAY, END + REVIEW_DAYS * DAY_MS)).toBe('open')
  expect(reviewableNow(STAY, END + REVIEW_DAYS * DAY_MS + 1)).toBe('too_late')
})

test('a car that came in has not parked until it left or its time is over', () => {
  const inside = { ...STAY, checked_in_at: at(END - 2 * HOUR_MS) }
  expect(reviewableNow(inside, END - HOUR_MS)).toBe('not_over')
  expect(reviewableNow({ ...inside, checked_out_at: at(END - HOUR_MS) }, END - HOUR_MS)).toBe('open')
})

test('a stay that is extended is not over at its former end', () => {
  expect(reviewableNow({ ...STAY, end_time: at(END + HOUR_MS) }, END)).toBe('not_over')
})

test('who cancelled has parked only where the car came in and not all of the money went back', () => {
  expect(reviewableNow({ ...CANCELLED, refund: 0 }, END)).toBe('not_stayed')
  const cameIn = { ...CANCELLED, checked_in_at: at(END - 2 * HOUR_MS) }
  expect(reviewableNow({ ...cameIn, refund: 649 }, END)).toBe('open')
  expect(reviewableNow({ ...cameIn, refund: 650 }, END)).toBe('not_stayed')
  expect(reviewableNow({ ...cameIn, total: 0, refund: 0 }, END)).toBe('not_stayed')
})

test('a space that is only held is no stay', () => {
  expect(reviewableNow({ ...STAY, hold_until: at(END) }, END + HOUR_MS)).toBe('not_stayed')
})

test.each([
  ['Awa', 'Ndiaye', 'Awa N.'],
  [' Awa ', '', 'Awa'],
  ['', 'Ndiaye', null],
  ['Zoé', '😀x', 'Zoé 😀.'],
  ['Ana', 'łuk', 'Ana Ł.'],
])('%s %s is shown to others as %s', (first, last, shown) => {
  expect(authorName(first, last)).toBe(shown)
})

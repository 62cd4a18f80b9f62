import { expect, test } from 'vitest'
import { createRepeats } from '../../src/scan/duplicate-filter.ts'

const NOTHING: readonly null[] = Array.from({ length: 8 }, () => null)

test('a code that stays in the picture is new once, also when a frame misses it', () => {
  const repeats = createRepeats()
  expect(['A', 'A', null, null, 'A'].map((text) => repeats.see(text))).toEqual([
    'new',
    'same',
    'nothing',
    'nothing',
    'same',
  ])
})

test('one that left the picture is new again', () => {
  const repeats = createRepeats()
  repeats.see('A')
  for (const text of NOTHING) repeats.see(text)
  expect(repeats.see('A')).toBe('new')
})

test('another one is new at once, and so is the first after it', () => {
  const repeats = createRepeats()
  expect(['A', 'B', 'A'].map((text) => repeats.see(text))).toEqual(['new', 'new', 'new'])
})

test('one that is forgotten is new while it is still there', () => {
  const repeats = createRepeats()
  repeats.see('A')
  repeats.forget()
  expect(repeats.see('A')).toBe('new')
})

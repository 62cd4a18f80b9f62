import { expect, test } from 'vitest'
import { invariant, must, unreachable } from '../../src/lib/assert.ts'

test('a broken invariant names what broke', () => {
  expect(() => invariant(false, 'two is one')).toThrow('Invariant broken: two is one')
  expect(() => invariant('anything true', 'holds')).not.toThrow()
})

test('must gives the value, also a false one, and throws for a missing one', () => {
  expect([must(0, 'zero'), must('', 'text'), must(false, 'flag')]).toEqual([0, '', false])
  expect(() => must(undefined, 'the park')).toThrow('Missing: the park')
  expect(() => must(null, 'the park')).toThrow('Missing: the park')
})

test('a case that should not be reached says which one it was', () => {
  expect(() => unreachable('odd' as never)).toThrow('"odd"')
})

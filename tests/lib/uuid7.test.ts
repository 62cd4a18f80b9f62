import { expect, test } from 'vitest'
import { isUuid, timeOfUuid7, uuid7 } from '../../src/lib/uuid7.ts'

test('carries its time in front, version and variant in their places', () => {
  const id = uuid7(Date.UTC(2026, 10, 21))
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(Date.UTC(2026, 10, 21))
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(isUuid(id)).toBe(true)
})

test('sorts by birth and does not repeat', () => {
  const ids = Array.from({ length: 500 }, (_, index) => uuid7(1_700_000_000_000 + index))
  expect(ids.toSorted()).toEqual(ids)
  expect(new Set(Array.from({ length: 500 }, () => uuid7(0))).size).toBe(500)
})

test('tells what is not a UUID', () => {
  expect(
    ['', '019a8f3c', '019a8f3c-1b2d-7e4f-8a6b-0123456789ag', '019a8f3c1b2d7e4f8a6b0123456789ab'].some(isUuid),
  ).toBe(false)
})

test('a version 7 UUID says when it was made, to the millisecond', () => {
  for (const ms of [0, 1, 1_795_744_800_123, 2 ** 48 - 1]) expect(timeOfUuid7(uuid7(ms))).toBe(ms)
})

test.each(['', 'tap-1', '3f2b7c9e-8a4d-4c1e-9b6f-0123456789ab', `${uuid7()}0`, 'zzzzzzzz-zzzz-7zzz-8zzz-zzzzzzzzzzzz'])(
  '“%s” says nothing',
  (text) => {
    expect(timeOfUuid7(text)).toBeUndefined()
  },
)

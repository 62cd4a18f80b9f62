import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mustInstant, parseInstant, toInstant, toRfc3339 } from '../../src/domain/instant.ts'

test.each([
  ['2026-11-21T14:30:00Z', Date.UTC(2026, 10, 21, 14, 30)],
  ['2026-11-21T14:30:00.250Z', Date.UTC(2026, 10, 21, 14, 30, 0, 250)],
  ['2026-11-21t09:30:00-05:00', Date.UTC(2026, 10, 21, 14, 30)],
  ['2026-11-21 15:30:00+01:00', Date.UTC(2026, 10, 21, 14, 30)],
  ['2024-02-29T00:00:00z', Date.UTC(2024, 1, 29)],
])('reads %s', (text, epochMs) => {
  expect(parseInstant(text)).toEqual({ ok: true, value: epochMs })
})

test.each([
  '',
  'now',
  '2026-11-21',
  '2026-11-21T14:30:00',
  '2026-11-21T14:30Z',
  '2026-02-29T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '2026-11-21T24:00:00Z',
  '2026-11-21T14:30:00+25:00',
  '0026-11-21T14:30:00Z',
])('refuses "%s"', (text) => {
  expect(parseInstant(text)).toEqual({ ok: false, error: 'invalid_time' })
  expect(() => mustInstant(text)).toThrow('Not an RFC 3339 time')
})

test('writes UTC and leaves out a fraction of zero', () => {
  expect(toRfc3339(mustInstant('2026-11-21T09:30:00-05:00'))).toBe('2026-11-21T14:30:00Z')
  expect(toRfc3339(mustInstant('2026-11-21T14:30:00.250Z'))).toBe('2026-11-21T14:30:00.250Z')
})

test('what is written is read back', () => {
  fc.assert(
    fc.property(fc.date({ min: new Date('1970-01-01'), max: new Date('2200-01-01'), noInvalidDate: true }), (date) => {
      const instant = toInstant(date.getTime())
      expect(parseInstant(toRfc3339(instant))).toEqual({ ok: true, value: instant })
    }),
  )
})

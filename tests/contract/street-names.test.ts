import { expect, test } from 'vitest'
import { packNames, unpackNames } from '../../src/contract/street-names.ts'

const STREETS = [
  { name: 'Rue de Thiès', lat: 14.6731, lng: -17.4412 },
  { name: 'Avenue Blaise Diagne', lat: 14.6842, lng: -17.4467 },
  { name: 'Rue de Thiès', lat: 14.6902, lng: -17.4399 },
  { name: 'N’Djamena "Str"\n', lat: 0, lng: 179.9999 },
]
const overTheWire = (streets: typeof STREETS): Record<string, unknown> =>
  JSON.parse(JSON.stringify(packNames(streets))) as Record<string, unknown>

test('streets come out by name, a long one once for each part of it', () => {
  expect(unpackNames(overTheWire(STREETS))).toEqual({
    ok: true,
    value: [STREETS[1], STREETS[3], STREETS[0], STREETS[2]],
  })
})

test('positions are kept to four decimals, and the order in which streets come changes nothing', () => {
  expect(unpackNames(overTheWire([{ name: 'A', lat: 43.651_234_9, lng: -79.000_04 }]))).toEqual({
    ok: true,
    value: [{ name: 'A', lat: 43.6512, lng: -79 }],
  })
  expect(overTheWire(STREETS.toReversed())).toEqual(overTheWire(STREETS))
})

test.each<readonly [string, unknown]>([
  ['nothing', null],
  ['no version', { ...overTheWire(STREETS), v: undefined }],
  ['a column cut short', { ...overTheWire(STREETS), lat: [1] }],
  ['more rows than positions', { ...overTheWire(STREETS), rows: [1, 1, 100_000] }],
  ['rows for no name', { ...overTheWire(STREETS), rows: [1, 1, 1, 1] }],
  ['a place beyond the world', { ...overTheWire([{ name: 'A', lat: 1, lng: 1 }]), lat: [900_001] }],
  ['a name without letters', { ...overTheWire([{ name: 'A', lat: 1, lng: 1 }]), names: [''] }],
  ['a longer column than any file has', { ...overTheWire(STREETS), lat: Array.from({ length: 100_001 }, () => 0) }],
])('a file with %s is malformed', (_, body) => {
  expect(unpackNames(body)).toEqual({ ok: false, error: 'malformed' })
})

test('a file of another version says so', () => {
  expect(unpackNames({ ...overTheWire(STREETS), v: 3 })).toEqual({ ok: false, error: 'unknown_version' })
})

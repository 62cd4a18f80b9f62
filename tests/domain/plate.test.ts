import { expect, test } from 'vitest'
import { findPlateWarning, isPlate, looksLike, normalisePlate } from '../../src/domain/plate.ts'

test.each([
  [' abc-123de ', 'ABC123DE'],
  ['AA 999 AA', 'AA999AA'],
  ['ABC‑123–DE', 'ABC123DE'],
  ['ab·12.3', 'AB123'],
  ['é12', 'E12'],
  ['１２ＡＢ', '12AB'],
  ['\u202aABC\u200b123\u202c\u0007', 'ABC123'],
])('normalises "%s" to %s', (raw, normalised) => {
  expect(normalisePlate(raw)).toBe(normalised)
})

test('a plate is 1 to 12 letters and digits', () => {
  expect(['A', '123456789012', 'ABC123DE'].every(isPlate)).toBe(true)
  expect(['', '1234567890123', 'AB_1', 'ab1', '東京1'].map(normalisePlate).map(isPlate)).toEqual([
    false,
    false,
    false,
    true,
    false,
  ])
})

test.each([
  ['ABC-123DE', 'NG', undefined],
  ['AB123-CDE', 'NG', null],
  ['AA-999-AA', 'SN', ''],
  ['AA-999-AA-DK', 'SN', 'Dakar'],
  ['DK-1234-AB', 'SN', undefined],
  ['ABCD 123', 'CA', 'Ontario'],
  ['A12 BCD', 'CA', 'Québec'],
  ['7ABC234', 'US', 'California'],
  ['ABC-1234', 'US', 'NY'],
  ['XYZ 987', 'US', 'Nebraska'],
] as const)('%s is usual in %s %s', (plate, country, region) => {
  expect(findPlateWarning(normalisePlate(plate), { country, region: region ?? null })).toBeUndefined()
})

test('an unusual plate is named with an example, never refused', () => {
  expect(findPlateWarning('123', { country: 'NG' })).toEqual({ kind: 'unusual_format', example: 'ABC-123DE' })
  expect(findPlateWarning('BIGBOSS', { country: 'CA', region: 'ON' })).toEqual({
    kind: 'unusual_format',
    example: 'ABCD 123',
  })
})

test('a digit typed for a letter is suggested as the letter, and the other way', () => {
  expect(findPlateWarning('A8C123DE', { country: 'NG' })).toEqual({ kind: 'look_alike', suggestion: 'ABC123DE' })
  expect(findPlateWarning('ABCD1Z3', { country: 'CA', region: 'ON' })).toEqual({
    kind: 'look_alike',
    suggestion: 'ABCD123',
  })
})

test('a word that would need many swaps is no misreading', () => {
  expect(findPlateWarning('BIGBOSS', { country: 'CA', region: 'AB' })?.kind).toBe('unusual_format')
})

test('plates that differ only by look-alikes look alike', () => {
  expect(looksLike('ABO158', 'A80I5B')).toBe(true)
  expect(looksLike('ABC123', 'ABC124')).toBe(false)
})

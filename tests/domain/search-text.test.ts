import fc from 'fast-check'
import { expect, test } from 'vitest'
import { toParkCode } from '../../src/domain/ids.ts'
import { matchesTokens, normaliseText, searchTokens, startOf, startsOf } from '../../src/domain/search-text.ts'
import { parkSlug, slugify } from '../../src/domain/slug.ts'

test.each([
  ['Thiès', 'thies'],
  ["L'Île-des-Sœurs", 'l ile des soeurs'],
  ['  Green P — Carpark #26 ', 'green p carpark 26'],
  ['Ọ̀yọ́', 'oyo'],
  ['', ''],
])('normalises "%s" to "%s"', (text, normalised) => {
  expect(normaliseText(text)).toBe(normalised)
})

test('normalising twice changes nothing more', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      expect(normaliseText(normaliseText(text))).toBe(normaliseText(text))
    }),
  )
})

test('a row is stored once per shard of its tokens', () => {
  expect(searchTokens('Toronto Torbay toronto St')).toEqual(['toronto', 'torbay', 'st'])
  expect(startsOf(searchTokens('Toronto Torbay St'))).toEqual(['tor', 'st'])
  expect(startOf('é')).toBe('é')
})

test('every word asked for must begin a word of the row', () => {
  const row = searchTokens('Green P Carpark 26, Toronto')
  expect(matchesTokens(row, searchTokens('toro carp'))).toBe(true)
  expect(matchesTokens(row, searchTokens('toro ottawa'))).toBe(false)
  expect(matchesTokens(row, [])).toBe(true)
})

test('a slug is name or kind, city and code', () => {
  const code = toParkCode('SN7KQ2M')
  expect(parkSlug({ name: 'Gare de Thiès', kind: 'lot', city: 'Thiès', code })).toBe('gare-de-thies-thies-sn7kq2m')
  expect(parkSlug({ name: null, kind: 'multi-storey', city: null, code })).toBe('multi-storey-sn7kq2m')
  expect(parkSlug({ name: '東京', kind: '', city: '', code })).toBe('park-sn7kq2m')
})

test('a slug is short, plain and never ends in a hyphen', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
      expect(slugify(text)).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/)
      expect(slugify(text).length).toBeLessThanOrEqual(60)
    }),
  )
})

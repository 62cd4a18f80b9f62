import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  CROCKFORD,
  displayBookingCode,
  isSameCode,
  makeBookingCode,
  makeParkCode,
  parseBookingCode,
  parseParkCode,
} from '../../src/domain/code.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const country = fc.constantFrom('NG' as const, 'US' as const, 'CA' as const, 'SN' as const)

test('a park code is its country, four characters and a check character, and is read in any case', () => {
  fc.assert(
    fc.property(country, bytes(4), (code, random) => {
      const made = makeParkCode(code, random)
      expect(made).toMatch(new RegExp(`^${code}[0-9A-HJKMNP-TV-Z]{5}$`))
      expect(parseParkCode(made.toLowerCase())).toEqual({ ok: true, value: made })
    }),
  )
})

test('a booking code is shown in two halves and read however it is typed', () => {
  fc.assert(
    fc.property(bytes(7), (random) => {
      const code = makeBookingCode(random)
      const shown = displayBookingCode(code)
      expect(shown).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)
      const typed = [
        shown,
        code,
        shown.toLowerCase(),
        ` ${shown.replace('-', ' ')} `,
        shown.replaceAll('1', 'l').replaceAll('0', 'o'),
        shown.replaceAll('1', 'I'),
      ]
      for (const text of typed) expect(parseBookingCode(text)).toEqual({ ok: true, value: code })
    }),
  )
})

test('any one wrong character is noticed', () => {
  fc.assert(
    fc.property(bytes(7), fc.nat(7), fc.nat(31), (random, position, other) => {
      const code = makeBookingCode(random)
      const wrong = `${code.slice(0, position)}${CROCKFORD[other] ?? ''}${code.slice(position + 1)}`
      fc.pre(wrong !== code)
      expect(parseBookingCode(wrong)).toEqual({ ok: false, error: 'wrong_check' })
    }),
  )
})

test('a code of the wrong country is noticed', () => {
  expect(parseParkCode(makeParkCode('CA', Uint8Array.of(9, 8, 7, 6)).replace('CA', 'NG'))).toEqual({
    ok: false,
    error: 'wrong_check',
  })
})

test('what is not a code is malformed', () => {
  const made = makeParkCode('CA', Uint8Array.of(9, 8, 7, 6))
  for (const text of [
    '',
    made.slice(1),
    `${made}0`,
    `FR${made.slice(2)}`,
    `${made.slice(0, 3)}-${made.slice(3)}`,
    `${made.slice(0, 6)}U`,
  ]) {
    expect(parseParkCode(text), text).toEqual({ ok: false, error: 'malformed' })
  }
  for (const text of ['', 'K7QM', 'K7QM-4T2PP', 'K7QM-4T2U', 'K7QM_4T2P'])
    expect(parseBookingCode(text), text).toEqual({ ok: false, error: 'malformed' })
})

test('equal bytes give equal codes, so a park keeps its code when it is imported again', () => {
  expect(makeParkCode('SN', Uint8Array.of(1, 2, 3, 4))).toBe(makeParkCode('SN', Uint8Array.of(33, 2, 3, 4, 5)))
  expect(() => makeParkCode('SN', Uint8Array.of(1))).toThrow('4 bytes')
})

test('two spellings of a code are the same whatever the case, hyphens and look-alikes', () => {
  expect(isSameCode('K1QM-4T0P', 'klqm4top')).toBe(true)
  expect(isSameCode('K1QM-4T0P', 'K1QM-4T2P')).toBe(false)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CROCKFORD } from '../../src/domain/code.ts'
import { displayGiftCode, GIFT_CODE_BYTES, isGiftAmount, makeGiftCode, parseGiftCode } from '../../src/domain/gift.ts'

const code = fc.uint8Array({ minLength: GIFT_CODE_BYTES, maxLength: 32 }).map(makeGiftCode)

test('a gift code is read as it was made, however it is written', () => {
  fc.assert(
    fc.property(code, (made) => {
      expect(made).toMatch(/^[0-9A-HJKMNP-TV-Z]{16}$/)
      const shown = displayGiftCode(made)
      for (const typed of [
        made,
        shown,
        shown.toLowerCase(),
        ` ${shown.replaceAll('-', ' ')} `,
        shown.replaceAll('0', 'o'),
      ])
        expect(parseGiftCode(typed)).toEqual({ ok: true, value: made })
    }),
  )
})

test('one wrong character is found', () => {
  fc.assert(
    fc.property(code, fc.nat(15), fc.constantFrom(...CROCKFORD.split('')), (made, at, other) => {
      fc.pre(made[at] !== other)
      expect(parseGiftCode(made.slice(0, at) + other + made.slice(at + 1)).ok).toBe(false)
    }),
  )
})

test.each(['', 'K7QM-4T2P', 'A'.repeat(17), 'ABCD-EFGH-JKMN-PQR!'])('%j is no gift code', (text) => {
  expect(parseGiftCode(text)).toEqual({ ok: false, error: 'gift_code_malformed' })
})

test('an amount is whole, and neither tiny nor huge', () => {
  expect([499, 500, 20_000, 20_001, 500.5, Number.NaN].map((amount) => isGiftAmount(amount, 'USD'))).toEqual([
    ...[false, true, true, false, false, false],
  ])
  expect(isGiftAmount(1_000, 'XOF')).toBe(true)
})

import { describe, expect, test } from 'vitest'
import { chargedTaxes, isTaxNumber, REGISTERED_TAXES } from '../../src/domain/tax-registration.ts'
import { taxesOf } from '../../provider/rules/taxes.ts'

const place = { address: null, city: null, state: null }
const VANCOUVER = { ...place, countryCode: 'CA' as const, state: 'British Columbia', city: 'Vancouver' }
const codes = (taxes: readonly { readonly code: string }[]) => taxes.map(({ code }) => code)

describe('taxes as an operator charges them', () => {
  test('who said nothing charges all, without a number', () => {
    expect(chargedTaxes(taxesOf(VANCOUVER), null)).toEqual(taxesOf(VANCOUVER))
  })

  test('who is not registered charges none on added value, and still those on parking', () => {
    const none = { registered: false, numbers: {} }
    expect(codes(chargedTaxes(taxesOf(VANCOUVER), none))).toEqual(['parking_tax'])
    const chicago = { ...place, countryCode: 'US' as const, state: 'Illinois', city: 'Chicago' }
    expect(chargedTaxes(taxesOf(chicago), none)).toEqual(taxesOf(chicago))
    for (const countryCode of ['NG', 'SN'] as const)
      expect(chargedTaxes(taxesOf({ ...place, countryCode }), none)).toEqual([])
  })

  test('each number is with its own tax', () => {
    const quebec = taxesOf({ ...place, countryCode: 'CA', state: 'Quebec' })
    const own = { registered: true, numbers: { gst: '1 RT 1', qst: '2 TQ 1', hst: 'elsewhere 3' } }
    const numbers = chargedTaxes(quebec, own).map(({ code, registration }) => [code, registration])
    expect(numbers).toEqual([
      ['gst', '1 RT 1'],
      ['qst', '2 TQ 1'],
    ])
  })

  test('the taxes that take a registration are those that places have', () => {
    const states = ['Ontario', 'Quebec', 'Alberta']
    const canada = states.flatMap((state) => taxesOf({ ...place, countryCode: 'CA', state }))
    const others = (['NG', 'SN'] as const).flatMap((countryCode) => taxesOf({ ...place, countryCode }))
    expect(new Set(codes([...canada, ...others]))).toEqual(new Set(REGISTERED_TAXES))
  })
})

test.each([
  ['123456789 RT0001', true],
  ['1234567890 TQ 0001', true],
  ['12345678-0001', true],
  ['00523456 2G3', true],
  ['RT', false],
  ['', false],
  [' 123', false],
  ['123;=1+1', false],
  ['=1+1', false],
  ['1'.repeat(41), false],
  ['１２３', false],
])('%j is a tax number: %s', (text, isOne) => {
  expect(isTaxNumber(text)).toBe(isOne)
})

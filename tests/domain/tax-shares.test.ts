import { expect, test } from 'vitest'
import { taxesText, taxShares } from '../../src/domain/tax-shares.ts'

const LINES = [
  { kind: 'unit', amount: 1_000 },
  { kind: 'tax', code: 'gst', name: 'GST', amount: 50 },
  { kind: 'tax', code: 'qst', name: 'QST', amount: 100 },
]
const TAXES = [{ code: 'gst', registration: '123456789 RT0001' }, { code: 'qst' }]
const sharesOf = (taxMinor: number, lines = LINES) => taxShares(taxMinor, { lines, taxes: TAXES })

test('a sum of taxes is shared out by those of its booking, and they add up to it whatever it is', () => {
  expect(sharesOf(150)).toEqual([
    { code: 'gst', name: 'GST', registration: '123456789 RT0001', amount: 50 },
    { code: 'qst', name: 'QST', registration: null, amount: 100 },
  ])
  for (let minor = -400; minor <= 400; minor += 1)
    expect(sharesOf(minor).reduce((sum, { amount }) => sum + amount, 0)).toBe(minor)
  expect(sharesOf(-1)).toMatchObject([{ code: 'qst', amount: -1 }])
})

test('what has no tax is shared by none, and what is left of a booking that has none any more has no name', () => {
  expect(sharesOf(0)).toEqual([])
  expect(sharesOf(-5, [])).toEqual([{ code: 'tax', name: '', registration: null, amount: -5 }])
})

test('a cell says each by the name of the reader’s language, with its number', () => {
  const say = (language: string) => taxesText(sharesOf(-150), { currency: 'CAD', language })
  expect(say('en')).toBe('GST -0.50 (123456789 RT0001) + QST -1.00')
  expect(say('fr')).toBe('TPS -0.50 (123456789 RT0001) + TVQ -1.00')
  expect(taxesText(sharesOf(5, []), { currency: 'XOF', language: 'en' })).toBe('5')
})

import { expect, test } from 'vitest'
import { taxName } from '../../src/domain/tax-name.ts'

test('a tax bears its French name for a reader of French, and its own where French law has none', () => {
  expect(taxName({ code: 'hst', name: 'HST' }, 'fr')).toBe('TVH')
  expect(taxName({ code: 'hst', name: 'HST' }, 'en')).toBe('HST')
  expect(taxName({ code: 'city_parking_tax', name: 'Chicago parking tax' }, 'fr')).toBe('Chicago parking tax')
})

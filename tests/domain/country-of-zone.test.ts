import { expect, test } from 'vitest'
import { countryOfZone } from '../../src/domain/country-of-zone.ts'

test.each([
  ['Africa/Lagos', 'NG'],
  ['Africa/Dakar', 'SN'],
  ['America/Toronto', 'CA'],
  ['America/Vancouver', 'CA'],
  ['America/St_Johns', 'CA'],
  ['America/New_York', 'US'],
  ['America/Indiana/Knox', 'US'],
  ['America/Los_Angeles', 'US'],
  ['Pacific/Honolulu', 'US'],
  ['America/Mexico_City', undefined],
  ['America/Toronto/x', undefined],
  ['Europe/Paris', undefined],
  ['UTC', undefined],
])('the clock of %s is of %s', (zone, country) => {
  expect(countryOfZone(zone)).toBe(country)
})

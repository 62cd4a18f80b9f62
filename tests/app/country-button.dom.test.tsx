import { expect, test } from 'vitest'
import { CountryButton } from '../../src/app/country-button.tsx'
import { type SelectedCountry, selectedCountry } from '../../src/signals/selected-country.ts'
import { render } from '../setup/render.tsx'

const FOUND: SelectedCountry = {
  code: 'SN',
  name: 'Senegal',
  autoDetected: true,
  fallback: false,
  ip: '203.0.113.7',
  city: 'Dakar',
  region: null,
}
const DEFAULT: SelectedCountry = { ...FOUND, code: 'US', name: 'United States', autoDetected: false, fallback: true }

test.each([
  { country: FOUND, name: 'Country: Senegal' },
  { country: { ...FOUND, autoDetected: false }, name: 'Country: Senegal' },
  { country: DEFAULT, name: 'Select Your Country' },
  { country: { ...DEFAULT, errorFallback: true }, name: 'Select Your Country' },
  { country: null, name: 'Select Your Country' },
])('the header says $name, and shows no flag of a country that nothing speaks for', async ({ country, name }) => {
  selectedCountry.set(country)
  const summary = (await render(<CountryButton />)).querySelector('summary')
  expect(summary?.getAttribute('aria-label')).toBe(name)
  expect(summary?.textContent).toBe(name.startsWith('Country') ? 'Senegal' : '')
})

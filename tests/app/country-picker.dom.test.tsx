import { beforeEach, expect, test } from 'vitest'
import { cacheGeo, selectCountry } from '../../src/actions/country.ts'
import CountryPicker from '../../src/app/country-picker.tsx'
import { countryDetection } from '../../src/signals/country-detection.ts'
import { type SelectedCountry, selectedCountry } from '../../src/signals/selected-country.ts'
import { render } from '../setup/render.tsx'

// jsdom does not implement modal dialogs.
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
  },
})

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

beforeEach(() => {
  localStorage.clear()
  countryDetection.set({ isRunning: false, ip: null })
})

/** Returns what the picker says above the list about the phone's location. */
async function open(): Promise<string> {
  const host = await render(<CountryPicker open />)
  return host.querySelector('[role="status"]')?.textContent ?? ''
}

test('a country found by the address is labelled Auto-detected, with place and address', async () => {
  selectedCountry.set(FOUND)
  expect(await open()).toBe('Senegal, DakarIP 203.0.113.7Auto-detected')
})

test('a country that is not served is labelled Default country', async () => {
  selectedCountry.set(DEFAULT)
  expect(await open()).toBe('United StatesDefault country')
})

test('a detection that failed is labelled Default (detection failed)', async () => {
  selectedCountry.set({ ...DEFAULT, errorFallback: true, city: null })
  expect(await open()).toBe('United StatesDefault (detection failed)')
})

test('what was found stays said, as Detected, after the driver has chosen another country', async () => {
  const nowhere = { region: null, latitude: null, longitude: null, timezone: null }
  cacheGeo({ ip: '203.0.113.7', country_code: 'SN', country: 'Senegal', city: 'Dakar', ...nowhere }, Date.now())
  selectCountry('CA')
  expect(await open()).toBe('Senegal, DakarIP 203.0.113.7Detected')
  expect(document.querySelector<HTMLInputElement>('input:checked')?.closest('label')?.textContent).toContain('Canada')
})

test('while it is looked up the picker says Detecting location', async () => {
  selectedCountry.set(null)
  countryDetection.set({ isRunning: true, ip: null })
  expect(await open()).toBe('Detecting location')
})

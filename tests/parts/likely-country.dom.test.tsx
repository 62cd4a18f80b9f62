import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { useLikelyCountry } from '../../src/parts/country-guess.ts'
import { type SelectedCountry, selectedCountry } from '../../src/signals/selected-country.ts'
import { render } from '../setup/render.tsx'

const CHOSEN: SelectedCountry = {
  ...{ code: 'NG', name: 'Nigeria', autoDetected: false, fallback: false, ip: null, city: null, region: null },
}
const FOUND = { ...CHOSEN, autoDetected: true }
const DEFAULT = { ...CHOSEN, fallback: true }

const Likely = () => <p>{useLikelyCountry() ?? 'none'}</p>

test.each([
  { what: 'the clock’s country, while nobody knows better', country: null, zone: 'America/Vancouver', likely: 'CA' },
  { what: 'the one that the connection is in', country: FOUND, zone: 'America/Vancouver', likely: 'NG' },
  { what: 'the chosen one', country: CHOSEN, zone: 'America/Vancouver', likely: 'NG' },
  { what: 'the clock’s before the default', country: DEFAULT, zone: 'America/Vancouver', likely: 'CA' },
  { what: 'the default where the clock says nothing', country: DEFAULT, zone: 'Europe/Paris', likely: 'NG' },
  { what: 'no country’s where nothing says one', country: null, zone: 'Europe/Paris', likely: 'none' },
])('a search is about $what', async ({ country, zone, likely }) => {
  vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions').mockReturnValue({ timeZone: zone } as never)
  await act(async () => selectedCountry.set(country))
  expect((await render(<Likely />)).textContent).toBe(likely)
})

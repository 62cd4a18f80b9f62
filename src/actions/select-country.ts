import { type CountryCode, getCountry } from '../domain/country.ts'
import { selectedCountry } from '../lib/selected-country.ts'
import { dropStills } from '../lib/stills.ts'

/** The driver's own choice; everything that follows the country changes by itself. */
export function selectCountry(code: CountryCode): void {
  // The stills show another country's money.
  dropStills()
  selectedCountry.set({
    code,
    name: getCountry(code).name,
    autoDetected: false,
    fallback: false,
    ip: null,
    city: null,
    region: null,
  })
}

import { type CountryCode, getCountry } from '../domain/country.ts'
import { selectedCountry } from '../lib/selected-country.ts'

/** The driver's own choice; everything that follows the country changes by itself. */
export const selectCountry = (code: CountryCode): void =>
  selectedCountry.set({
    code,
    name: getCountry(code).name,
    autoDetected: false,
    fallback: false,
    ip: null,
    city: null,
    region: null,
  })

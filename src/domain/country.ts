import type { Currency } from './money.ts'

/** The four countries. Ids are fixed; `NG` is the default for id 1. */
export const COUNTRIES = [
  { id: 1, code: 'NG', name: 'Nigeria', flag: '🇳🇬', currency: 'NGN', timezone: 'Africa/Lagos', dialCode: '+234' },
  {
    id: 2,
    code: 'US',
    name: 'United States',
    flag: '🇺🇸',
    currency: 'USD',
    timezone: 'America/New_York',
    dialCode: '+1',
  },
  { id: 3, code: 'CA', name: 'Canada', flag: '🇨🇦', currency: 'CAD', timezone: 'America/Toronto', dialCode: '+1' },
  { id: 4, code: 'SN', name: 'Senegal', flag: '🇸🇳', currency: 'XOF', timezone: 'Africa/Dakar', dialCode: '+221' },
] as const satisfies ReadonlyArray<CountryShape>

interface CountryShape {
  readonly id: number
  readonly code: string
  readonly name: string
  readonly flag: string
  readonly currency: Currency
  readonly timezone: string
  readonly dialCode: string
}

export type Country = (typeof COUNTRIES)[number]
export type CountryCode = Country['code']

export const isCountryCode = (code: string): code is CountryCode => COUNTRIES.some((country) => country.code === code)

export const findCountry = (codeOrName: string): Country | undefined => {
  const wanted = codeOrName.trim().toLowerCase()
  return COUNTRIES.find((country) => country.code.toLowerCase() === wanted || country.name.toLowerCase() === wanted)
}

export const getCountry = (code: CountryCode): Country => {
  const country = COUNTRIES.find((candidate) => candidate.code === code)
  if (country === undefined) throw new Error(`Unknown country ${code}`)
  return country
}

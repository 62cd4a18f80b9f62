import type { CountryCode } from '../domain/country.ts'

/** The default first, then by name. */
const ORDER: readonly CountryCode[] = ['NG', 'CA', 'SN', 'US']

/** Returns the countries that the provider serves, in display order. */
export const inOrder = (served: ReadonlyArray<{ readonly code: CountryCode }>): readonly CountryCode[] =>
  ORDER.filter((code) => served.some((country) => country.code === code))

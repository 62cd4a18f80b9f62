import type { CountryWire } from '../contract/places.ts'
import { readCountries } from '../db/read/places.ts'
import type { Saved } from '../db/read/saved.ts'
import { COUNTRIES } from '../domain/country.ts'
import { type Query, useSaved } from './query.ts'

const BUILT_IN: readonly CountryWire[] = COUNTRIES.map(({ id, name, code, flag, currency }) => ({
  id,
  name,
  code,
  flag,
  currency,
}))

async function readAll(): Promise<Saved<readonly CountryWire[]>> {
  const saved = await readCountries()
  return saved.value.length === 0 ? { value: BUILT_IN, savedAt: null } : saved
}

/** The countries that the app serves; the built-in list until the provider's was pulled. */
export const useCountries = (): Query<readonly CountryWire[]> => useSaved(readAll, [])

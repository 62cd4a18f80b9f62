import type { PassKeys, SignKeyWire } from '../../contract/pass-keys.ts'
import type { CountryWire, StateWire } from '../../contract/places.ts'
import { databases, type Databases } from '../databases.ts'
import type { SavedAt } from '../schema.ts'
import { SIGN_KEYS } from '../sign-keys-key.ts'
import { statesKey } from '../states-key.ts'
import { onPublic } from '../with-db.ts'
import type { Saved } from './saved.ts'

type SavedList<T> = Promise<Saved<readonly T[]>>

async function readList<T>(dbs: Databases, key: string, rows: () => PromiseLike<T[]>): SavedList<T> {
  return onPublic(dbs, async () => {
    const [value, saved] = await Promise.all([rows(), dbs.public.saved.get(key)])
    return { value, savedAt: saved?.savedAt ?? null }
  })
}

export const readCountries = (dbs: Databases = databases): SavedList<CountryWire> =>
  readList(dbs, 'countries', () => dbs.public.countries.toArray())

export const readStates = (countryId: number, dbs: Databases = databases): SavedList<StateWire> =>
  readList(dbs, statesKey(countryId), () => dbs.public.states.where({ country_id: countryId }).toArray())

/** Returns when the two lists that every phone keeps were last pulled, without reading the lists. */
export const readPublicAges = (
  dbs: Databases = databases,
): Promise<{ readonly countries: SavedAt | null; readonly passKeys: SavedAt | null }> =>
  onPublic(dbs, async () => {
    const [countries, passKeys] = await dbs.public.saved.bulkGet(['countries', 'pass-keys'])
    return { countries: countries?.savedAt ?? null, passKeys: passKeys?.savedAt ?? null }
  })

export const readPassKeys = (dbs: Databases = databases): SavedList<PassKeys['keys'][number]> =>
  readList(dbs, 'pass-keys', () => dbs.public.passKeys.toArray())

/** Returns the keys of the car parks' printed signs, including withdrawn ones. */
export const readSignKeys = (dbs: Databases = databases): Promise<readonly SignKeyWire[]> =>
  onPublic(dbs, async () => (await dbs.public.saved.get(SIGN_KEYS))?.signKeys ?? [])

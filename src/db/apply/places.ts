import type { PassKeys } from '../../contract/pass-keys.ts'
import type { CountryWire, StateWire } from '../../contract/places.ts'
import type { Databases } from '../databases.ts'
import { SIGN_KEYS } from '../sign-keys-key.ts'
import { statesKey } from '../states-key.ts'
import { onPublic } from '../with-db.ts'

/** Stores the whole list from one answer: countries missing from it are removed. */
export const applyCountries = (dbs: Databases, countries: readonly CountryWire[], savedAt: number): Promise<void> =>
  onPublic(dbs, () =>
    dbs.public.transaction('rw', [dbs.public.countries, dbs.public.saved], async () => {
      await dbs.public.countries.clear()
      await dbs.public.countries.bulkPut([...countries])
      await dbs.public.saved.put({ key: 'countries', savedAt })
    }),
  )

export interface StatesOf {
  readonly countryId: number
  readonly states: readonly StateWire[]
}

/** Stores a country's whole list from one answer. */
export const applyStates = (dbs: Databases, { countryId, states }: StatesOf, savedAt: number): Promise<void> =>
  onPublic(dbs, () =>
    dbs.public.transaction('rw', [dbs.public.states, dbs.public.saved], async () => {
      await dbs.public.states.where({ country_id: countryId }).delete()
      await dbs.public.states.bulkPut([...states])
      await dbs.public.saved.put({ key: statesKey(countryId), savedAt })
    }),
  )

/** Retired keys stay: drivers still carry passes signed with them, and signs signed with them still hang. */
export const applyPassKeys = (dbs: Databases, { keys, sign_keys }: PassKeys, savedAt: number): Promise<void> =>
  onPublic(dbs, () =>
    dbs.public.transaction('rw', [dbs.public.passKeys, dbs.public.saved], async () => {
      await dbs.public.passKeys.bulkPut(keys)
      await dbs.public.saved.put({ key: 'pass-keys', savedAt })
      const known = (await dbs.public.saved.get(SIGN_KEYS))?.signKeys ?? []
      const others = known.filter(({ kid }) => sign_keys.every((key) => key.kid !== kid))
      await dbs.public.saved.put({ key: SIGN_KEYS, savedAt, signKeys: [...sign_keys, ...others] })
    }),
  )

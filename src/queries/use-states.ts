import { readStates } from '../db/read/places.ts'
import type { Saved } from '../db/read/saved.ts'
import { type State, statesOf } from '../domain/states.ts'
import { type Query, useSaved } from './query.ts'

async function read(countryId: number): Promise<Saved<readonly State[]>> {
  const saved = await readStates(countryId)
  return saved.value.length === 0 ? { value: statesOf(countryId), savedAt: null } : saved
}

/** The states of a country: the provider's list as last fetched, otherwise the built-in one. */
export const useStates = (countryId: number): Query<readonly State[]> => useSaved(() => read(countryId), [countryId])

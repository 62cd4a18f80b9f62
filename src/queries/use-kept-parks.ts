import { type KeptPark, readKeptParks } from '../db/read/park.ts'
import { type Query, useSaved } from './query.ts'

/** Those of these car parks that this phone has, by id. */
export const useKeptParks = (ids: readonly number[]): Query<ReadonlyMap<number, KeptPark>> =>
  useSaved(() => readKeptParks(ids), [ids.join()])

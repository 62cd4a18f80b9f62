import { type KeptParkPage, parkPageKey, type ParkPageQuery, readParkPage } from '../db/read/park-pages.ts'
import { type Query, useSaved } from './query.ts'

export type { KeptParkPage }

/** Null when this page was never fetched on this phone. */
export const useKeptParkPage = (query: ParkPageQuery): Query<KeptParkPage | null> =>
  useSaved(() => readParkPage(query), [parkPageKey(query)])

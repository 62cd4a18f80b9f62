import { type KeptParkPage, type ParkPageQuery, readParkPage } from '../db/read/park-pages.ts'
import { type Query, useSaved } from './query.ts'

export type { KeptParkPage }

/** Null: this page was not seen on this phone. */
export const useKeptParkPage = ({ country, text, kind, page }: ParkPageQuery): Query<KeptParkPage | null> =>
  useSaved(() => readParkPage({ country, text, kind, page }), [country, text, kind, page])

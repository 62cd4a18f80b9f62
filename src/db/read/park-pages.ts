import { databases, type Databases } from '../databases.ts'
import { parkPageKey, type ParkPageQuery } from '../park-page-key.ts'
import { findPlaces } from '../park-places.ts'
import type { KeptPark } from '../schema.ts'
import { onPublic } from '../with-db.ts'
import { readSavedParks, toKept } from './park-search.ts'
import type { Saved } from './saved.ts'

export { parkPageKey, type KeptPark, type ParkPageQuery }

export interface KeptParkPage {
  /** Without car parks removed since, as on a full phone. */
  readonly parks: readonly KeptPark[]
  /** Length of the whole list, as the provider reported it. */
  readonly total: number
}

/** Returns a page as last fetched; null when it never was, or none of it is left. */
export function readParkPage(query: ParkPageQuery, dbs: Databases = databases): Promise<Saved<KeptParkPage | null>> {
  return onPublic(dbs, async () => {
    const row = await dbs.public.saved.get(parkPageKey(query))
    if (row?.page === undefined) return { value: null, savedAt: null }
    const parks = (await readSavedParks(dbs, await findPlaces(dbs.public, row.page.ids))).map(toKept)
    if (parks.length === 0 && row.page.total > 0) return { value: null, savedAt: null }
    return { value: { parks, total: row.page.total }, savedAt: row.savedAt }
  })
}

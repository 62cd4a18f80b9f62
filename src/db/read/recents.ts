import { databases, type Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'
import { findPlaces } from '../park-places.ts'
import type { KeptPark, RecentRow, RecentSearch } from '../schema.ts'
import { readSavedParks, toKept } from './park-search.ts'
import { oldestOf, type Saved } from './saved.ts'

export interface Recents {
  readonly searches: readonly RecentSearch[]
  /** Most recently viewed first. */
  readonly parks: readonly KeptPark[]
}

const newestFirst = (rows: readonly RecentRow[]): RecentRow[] => rows.toSorted((a, b) => b.at - a.at)

async function readViewed(dbs: Databases, rows: readonly RecentRow[]): Promise<Saved<readonly KeptPark[]>> {
  const ids = rows.flatMap((row) => (row.kind === 'park' ? [row.parkId] : []))
  const saved = await readSavedParks(dbs, await findPlaces(dbs.public, ids))
  return { value: saved.map(toKept), savedAt: oldestOf(saved.map(({ savedAt }) => savedAt)) }
}

/** Returns the last searches and viewed parks of this phone, with or without an account. */
export function readRecents(dbs: Databases = databases): Promise<Saved<Recents>> {
  return onPublic(dbs, async () => {
    const rows = newestFirst(await dbs.public.recents.toArray())
    const viewed = await readViewed(dbs, rows)
    const searches = rows.flatMap((row) => (row.kind === 'search' ? [row.search] : []))
    return { value: { searches, parks: viewed.value }, savedAt: viewed.savedAt }
  })
}

import type { Favourite } from '../../contract/favourites.ts'
import { databases, type Databases } from '../databases.ts'
import type { UserDb } from '../schema.ts'
import type { Saved } from './saved.ts'
import { readAsUser } from './session.ts'

const latestFirst = (a: Favourite, b: Favourite): number => Date.parse(b.updated_at) - Date.parse(a.updated_at)

export async function favouritesIn(db: UserDb): Promise<Saved<readonly Favourite[]>> {
  const [rows, saved] = await Promise.all([db.favourites.toArray(), db.saved.get('favourites')])
  const kept = rows.map((row) => row.favourite).filter((favourite) => favourite.is_favourite)
  return { value: kept.toSorted(latestFirst), savedAt: saved?.savedAt ?? null }
}

export const NO_FAVOURITES: Saved<readonly Favourite[]> = { value: [], savedAt: null }

/** Returns the driver's favourites, the latest first, as the provider has them. */
export const readFavourites = (dbs: Databases = databases): Promise<Saved<readonly Favourite[]>> =>
  readAsUser<Saved<readonly Favourite[]>>(dbs, NO_FAVOURITES, favouritesIn)

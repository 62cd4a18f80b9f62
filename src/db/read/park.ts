import type { Park } from '../../contract/parks.ts'
import { parseParkCode } from '../../domain/code.ts'
import { searchTokens } from '../../domain/search-text.ts'
import { databases, type Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'
import { findPlaces, type ParkPlace } from '../park-places.ts'
import type { KeptPark } from '../schema.ts'
import { findText } from '../word-index.ts'
import { readSavedParks, toKept } from './park-search.ts'
import { oldestOf, type Saved } from './saved.ts'

export type { KeptPark }

/**
 * Links have upper-case codes, but any case is accepted; a slug always has a hyphen, a code never. A provider's slugs
 * end in the code.
 */
async function findBySlugOrCode({ public: db }: Databases, slugOrCode: string): Promise<readonly ParkPlace[]> {
  const isSlug = slugOrCode.includes('-')
  const key = isSlug ? slugOrCode.toLowerCase() : slugOrCode.toUpperCase()
  const code = key.slice(key.lastIndexOf('-') + 1)
  // A slug that does not end in a code may be in any block.
  const words = !isSlug || parseParkCode(code).ok ? searchTokens(code) : []
  const found = await findText(db, `\t${key}\t`, words)
  return found.slice(0, 1)
}

/** Returns null when this phone has not saved the park. */
export function readPark(slugOrCode: string, dbs: Databases = databases): Promise<Saved<Park | null>> {
  return onPublic(dbs, async () => {
    const [saved] = await readSavedParks(dbs, await findBySlugOrCode(dbs, slugOrCode))
    return { value: saved?.park ?? null, savedAt: saved?.savedAt ?? null }
  })
}

/** Returns those of these car parks that this phone has saved, by id. */
export function readKeptParks(
  ids: readonly number[],
  dbs: Databases = databases,
): Promise<Saved<ReadonlyMap<number, KeptPark>>> {
  return onPublic(dbs, async () => {
    const saved = await readSavedParks(dbs, await findPlaces(dbs.public, ids))
    return {
      value: new Map(saved.map((row) => [row.park.id, toKept(row)])),
      savedAt: oldestOf(saved.map(({ savedAt }) => savedAt)),
    }
  })
}

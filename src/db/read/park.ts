import type { Park } from '../../contract/parks.ts'
import { databases, type Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'
import type { ParkKeyRow } from '../schema.ts'
import { readSavedParks } from './park-search.ts'
import type { Saved } from './saved.ts'

/** Codes are upper case in links but any case is accepted; a slug always has a hyphen, a code never. */
function findKey(dbs: Databases, slugOrCode: string): PromiseLike<ParkKeyRow | undefined> {
  const { parkKeys } = dbs.public
  return slugOrCode.includes('-')
    ? parkKeys.get({ slug: slugOrCode.toLowerCase() })
    : parkKeys.get({ code: slugOrCode.toUpperCase() })
}

/** Null when this phone has not saved the park. */
export function readPark(slugOrCode: string, dbs: Databases = databases): Promise<Saved<Park | null>> {
  return onPublic(dbs, async () => {
    const key = await findKey(dbs, slugOrCode)
    const [saved] = key === undefined ? [] : await readSavedParks(dbs, [key])
    return { value: saved?.park ?? null, savedAt: saved?.savedAt ?? null }
  })
}

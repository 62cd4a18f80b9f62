import type { Park } from '../../contract/parks.ts'
import { databases, type Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'
import type { KeptPark, ParkKeyRow } from '../schema.ts'
import { readSavedParks, toKept } from './park-search.ts'
import { oldestOf, type Saved } from './saved.ts'

export type { KeptPark }

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

/** Those of these car parks that this phone has saved, by id. */
export function readKeptParks(
  ids: readonly number[],
  dbs: Databases = databases,
): Promise<Saved<ReadonlyMap<number, KeptPark>>> {
  return onPublic(dbs, async () => {
    const keys = await dbs.public.parkKeys.bulkGet([...ids])
    const saved = await readSavedParks(
      dbs,
      keys.filter((key) => key !== undefined),
    )
    return {
      value: new Map(saved.map((row) => [row.park.id, toKept(row)])),
      savedAt: oldestOf(saved.map(({ savedAt }) => savedAt)),
    }
  })
}

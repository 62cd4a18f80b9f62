import { liveQuery } from 'dexie'
import { databases, type Databases } from '../databases.ts'
import type { RegionRow } from '../region-row.ts'
import { onPublic } from '../with-db.ts'

export interface StreetNames {
  readonly region: string
  readonly hash: string
  /** Name of the region. */
  readonly name: string
  readonly country: RegionRow['country']
  /** The file as received. */
  readonly body: ArrayBuffer
}

/** Returns the packed street names of the kept regions. */
export const readStreetNames = (dbs: Databases = databases): Promise<readonly StreetNames[]> =>
  onPublic(dbs, async () => {
    const [rows, files] = await Promise.all([dbs.public.regions.toArray(), dbs.public.packFiles.toArray()])
    return files.flatMap(({ region, hash, body }) => {
      const row = rows.find((candidate) => candidate.region === region)
      return row === undefined || body === null ? [] : [{ region, hash, name: row.name, country: row.country, body }]
    })
  })

const keysOf = (dbs: Databases): Promise<readonly unknown[]> =>
  onPublic(dbs, () => dbs.public.packFiles.toCollection().primaryKeys())

/** Calls `changed` at once, and whenever a region's files change in any tab. */
export function watchRegionFiles(changed: () => void, dbs: Databases = databases): void {
  // A storage error is reported where the files are read.
  liveQuery(async () => keysOf(dbs)).subscribe({ next: changed, error: () => undefined })
}

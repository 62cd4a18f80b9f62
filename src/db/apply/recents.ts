import type { Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'
import type { PublicDb, RecentRow, RecentSearch } from '../schema.ts'

const KEPT: Readonly<Record<RecentRow['kind'], number>> = { search: 8, park: 12 }

async function putRecent(db: PublicDb, row: RecentRow): Promise<void> {
  await db.transaction('rw', db.recents, async () => {
    await db.recents.put(row)
    const old = await db.recents
      .where('[kind+at]')
      .between([row.kind, 0], [row.kind, Number.MAX_SAFE_INTEGER])
      // This is a database collection, not an array.
      // oxlint-disable-next-line unicorn/no-array-reverse
      .reverse()
      .offset(KEPT[row.kind])
      .primaryKeys()
    await db.recents.bulkDelete(old)
  })
}

/** Searching for the same place again moves it to the front instead of listing it twice. */
const searchKey = (search: Omit<RecentSearch, 'key' | 'at'>): string => {
  const near = search.near === null ? '' : `${search.near.lat.toFixed(3)},${search.near.lng.toFixed(3)}`
  return `search:${search.text.trim().toLowerCase()}:${near}:${search.country ?? ''}`
}

/** `at`: epoch milliseconds. */
export const recordSearch = (dbs: Databases, search: Omit<RecentSearch, 'key'>): Promise<void> => {
  const key = searchKey(search)
  return onPublic(dbs, () => putRecent(dbs.public, { key, kind: 'search', at: search.at, search: { ...search, key } }))
}

export const recordViewedPark = (dbs: Databases, parkId: number, at: number): Promise<void> =>
  onPublic(dbs, () => putRecent(dbs.public, { key: `park:${parkId}`, kind: 'park', at, parkId }))

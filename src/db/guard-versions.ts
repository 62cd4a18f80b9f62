import type { Dexie } from 'dexie'
import { appOutdated } from '../lib/app-outdated.ts'
import { storageLost } from '../lib/storage-lost.ts'

/** Dexie multiplies its version numbers by ten. */
const DEXIE_VERSION_FACTOR = 10

const outdated = new WeakSet<Dexie>()

/** Whether a newer release has upgraded this database. */
export const isOutdated = (db: Dexie): boolean => outdated.has(db)

function retire(db: Dexie): void {
  outdated.add(db)
  db.close({ disableAutoOpen: true })
  appOutdated.set(true)
}

/**
 * A newer release in another tab upgrades the database: step aside, and do not come back with old code (Dexie would
 * reopen the newer database and write rows of the old shape). A deletion in another tab only closes.
 */
export function guardVersions<T extends Dexie>(db: T): T {
  db.on('versionchange', (event: IDBVersionChangeEvent) => {
    if (event.newVersion !== null && event.newVersion > 0) retire(db)
    else db.close({ disableAutoOpen: false })
    return false
  })
  db.on('ready', () => {
    if (db.backendDB().version > db.verno * DEXIE_VERSION_FACTOR) retire(db)
  })
  return db
}

/** `seen`: names of the databases that were open in this page. One of them that is created anew was deleted under it. */
export function watchLoss<T extends Dexie>(db: T, seen: Set<string>): T {
  db.on('populate', () => {
    if (seen.has(db.name)) storageLost.set(true)
  })
  db.on('ready', () => {
    seen.add(db.name)
  })
  return db
}

import type { DBCoreTable, Dexie } from 'dexie'
import { appOutdated } from '../signals/app-outdated.ts'
import { storageBlocked } from '../signals/storage-blocked.ts'
import { storageLost } from '../signals/storage-lost.ts'

/** Dexie multiplies its version numbers by ten. */
const DEXIE_VERSION_FACTOR = 10

/** A newer release has upgraded the database: rows of the old shape must not enter it. */
class OutdatedError extends Error {
  constructor(name: string) {
    super(`${name} belongs to a newer release: this one only reads it`)
    this.name = 'OutdatedError'
  }
}

const outdated = new WeakSet<Dexie>()

function retire(db: Dexie): void {
  outdated.add(db)
  appOutdated.set(true)
}

/** Migrations only add, so old code may still read; Dexie alone would also let it write. */
function refuseWritesWhenOutdated(db: Dexie): void {
  db.use({
    stack: 'dbcore',
    name: 'read-only-when-outdated',
    create(core) {
      const toGuarded = (table: DBCoreTable): DBCoreTable => ({
        ...table,
        mutate: (request) => (outdated.has(db) ? Promise.reject(new OutdatedError(db.name)) : table.mutate(request)),
      })
      // Dexie requests the table in each transaction; without this cache every layer around it would be rebuilt each
      // time.
      const tables = new Map<string, DBCoreTable>()
      return {
        ...core,
        table(name) {
          const known = tables.get(name)
          if (known !== undefined) return known
          const table = toGuarded(core.table(name))
          tables.set(name, table)
          return table
        },
      }
    },
  })
}

/**
 * When the first transaction of an opening fails, Dexie reports nothing and every later use throws a TypeError; treated
 * as a failed opening.
 */
function refuseHalfOpen(db: { readonly core?: unknown }): void {
  if (db.core === undefined) throw new DOMException('The database opened only by half', 'InvalidStateError')
}

/*
 *            a newer release upgrades             it is upgraded
 *  current --------------------------> closed --------------------> read-only, "reload"
 *
 *            an older tab holds it                that tab is closed
 *  opening --------------------------> blocked -------------------> current
 */
/**
 * When a newer release in another tab upgrades the database, closes it and reopens it read-only. A deletion in another
 * tab only closes it.
 */
export function guardVersions<T extends Dexie>(db: T): T {
  refuseWritesWhenOutdated(db)
  db.on('versionchange', (event: IDBVersionChangeEvent) => {
    if (event.newVersion !== null && event.newVersion > 0) retire(db)
    db.close({ disableAutoOpen: false })
    return false
  })
  db.on('blocked', (event: IDBVersionChangeEvent) => {
    if (event.newVersion !== null && event.newVersion > 0) setBlocked(db, true)
  })
  db.on('close', () => setBlocked(db, false))
  const onReady = () => {
    setBlocked(db, false)
    refuseHalfOpen(db)
    if (db.backendDB().version > db.verno * DEXIE_VERSION_FACTOR) retire(db)
  }
  // On each opening, not only the first.
  db.on('ready', onReady, true)
  return db
}

const blocked = new Set<Dexie>()

/** Returns whether this database waits for an older tab to close, after which it opens by itself. */
export const isBlocked = (db: Dexie): boolean => blocked.has(db)

function setBlocked(db: Dexie, isNow: boolean): void {
  if (isNow) blocked.add(db)
  else blocked.delete(db)
  storageBlocked.set(blocked.size > 0)
}

/**
 * Detects a deletion behind the page's back. `seen`: names of the databases that this page has opened; one of them
 * being created again was deleted.
 */
export function watchLoss<T extends Dexie>(db: T, seen: Set<string>): T {
  db.on('populate', () => {
    if (seen.has(db.name)) storageLost.set(true)
  })
  db.on('ready', () => {
    seen.add(db.name)
  })
  return db
}

import { Dexie, type DexieOptions } from 'dexie'
import { storageMode } from '../lib/storage-trouble.ts'
import { systemTimers, type Timers } from '../lib/timers.ts'
import { AttendantDb } from './attendant-schema.ts'
import { guardVersions, watchLoss } from './guard-versions.ts'
import { inTime } from './in-time.ts'
import { PublicDb, SessionDb, UserDb } from './schema.ts'
import { userHash } from './user-hash.ts'

/** The databases of one phone. Tests give each phone its own IndexedDB. They may be replaced: never keep one. */
export interface Databases {
  /** Limits every wait for the storage. */
  readonly timers: Timers
  readonly public: PublicDb
  readonly session: SessionDb
  /** An attendant's, on a phone that was paired. */
  readonly device: AttendantDb
  user(userId: string): UserDb
  /** Empties, closes and removes one driver's database. False: something of it may be left, another tab holds it. */
  deleteUser(userId: string): Promise<boolean>
  /** Whether `deleteUser` has removed this one. */
  isDeleted(db: Dexie): boolean
  /** How often the driver has changed on this page: what one has tapped must not be done for the next. */
  driverChanges(): number
  noteDriverChange(): void
  /** Puts a new connection in the place of one that died; nothing of the old one is waited for. */
  renew(db: Dexie): void
  /** From now on this page keeps everything in memory, beginning with the session where it can still be read. */
  useMemory(): Promise<void>
  /** Removes everything that is kept, also of drivers who are not signed in, as far as the browser lets it. */
  deleteAll(): Promise<void>
  close(): void
}

export interface DatabasesOptions {
  readonly prefix?: string
  readonly timers?: Timers
  readonly indexedDB?: DexieOptions['indexedDB']
  readonly IDBKeyRange?: DexieOptions['IDBKeyRange']
}

/** Longest wait for another tab that keeps a deleted database open; for a session that can hardly be read. */
const DELETE_WAIT_MS = 3_000
const SESSION_WAIT_MS = 1_000

/** Live queries never start where Dexie sees no IndexedDB at all: this one refuses instead, and memory takes its place. */
const REFUSING = {
  open(): never {
    throw new DOMException('This browser has no IndexedDB', 'SecurityError')
  },
}

interface Parts {
  readonly options: DexieOptions
  readonly timers: Timers
  readonly seen: Set<string>
  public: PublicDb
  session: SessionDb
  device: AttendantDb
  readonly users: Map<string, UserDb>
}

function createParts(prefix: string, options: DexieOptions, timers: Timers): Parts {
  const seen = new Set<string>()
  return {
    options,
    timers,
    seen,
    public: watchLoss(guardVersions(new PublicDb(`${prefix}-public`, options)), seen),
    session: watchLoss(guardVersions(new SessionDb(`${prefix}-session`, options)), seen),
    device: watchLoss(guardVersions(new AttendantDb(`${prefix}-device`, options)), seen),
    users: new Map(),
  }
}

const toDexieOptions = ({ indexedDB, IDBKeyRange }: DatabasesOptions): DexieOptions => ({
  // A lost acknowledgement would send a booking's intent again after a power cut.
  chromeTransactionDurability: 'strict',
  cache: 'disabled',
  ...(indexedDB === undefined ? {} : { indexedDB }),
  ...(IDBKeyRange === undefined ? {} : { IDBKeyRange }),
})

function renewIn(parts: Parts, db: Dexie): void {
  const { options, seen, users } = parts
  if (db === parts.public) parts.public = watchLoss(guardVersions(new PublicDb(db.name, options)), seen)
  else if (db === parts.session) parts.session = watchLoss(guardVersions(new SessionDb(db.name, options)), seen)
  else if (db === parts.device) parts.device = watchLoss(guardVersions(new AttendantDb(db.name, options)), seen)
  else for (const [userId, known] of users) if (known === db) users.delete(userId)
  db.close()
}

async function toMemory(prefix: string, from: Parts): Promise<Parts> {
  const { IDBFactory, IDBKeyRange } = await import('./memory-storage.ts')
  const indexedDB = new IDBFactory()
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
  const parts = createParts(prefix, toDexieOptions({ indexedDB, IDBKeyRange }), from.timers)
  const session = inTime(from.timers, () => from.session.session.get('session'), SESSION_WAIT_MS)
  const [known] = await Promise.allSettled([session])
  if (known.status === 'fulfilled' && known.value !== undefined) await parts.session.session.put(known.value)
  for (const db of [from.public, from.session, from.device, ...from.users.values()]) db.close()
  storageMode.set('memory')
  return parts
}

function countDrivers(): Pick<Databases, 'driverChanges' | 'noteDriverChange'> {
  let changes = 0
  return {
    driverChanges: () => changes,
    noteDriverChange() {
      changes += 1
    },
  }
}

export function openDatabases(given: DatabasesOptions = {}): Databases {
  const { prefix = 'baywise', timers = systemTimers } = given
  let parts = createParts(prefix, toDexieOptions(given), timers)
  let memory: Promise<void> | undefined
  const deleted = new WeakSet<Dexie>()
  const user = (userId: string): UserDb => {
    const known = parts.users.get(userId)
    if (known !== undefined) return known
    const db = guardVersions(new UserDb(`${prefix}-user-${userHash(userId)}`, parts.options))
    parts.users.set(userId, db)
    return db
  }
  return {
    timers,
    get public() {
      return parts.public
    },
    get session() {
      return parts.session
    },
    get device() {
      return parts.device
    },
    user,
    async deleteUser(userId) {
      const db = user(userId)
      parts.users.delete(userId)
      deleted.add(db)
      // Emptied first: the removal waits for other tabs, and one that is frozen never lets go.
      const empty = () => db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())))
      await Promise.allSettled([inTime(timers, empty, DELETE_WAIT_MS)])
      const [removed] = await Promise.allSettled([inTime(timers, () => db.delete(), DELETE_WAIT_MS)])
      return removed.status === 'fulfilled'
    },
    isDeleted: (db) => deleted.has(db),
    ...countDrivers(),
    renew: (db) => renewIn(parts, db),
    useMemory() {
      memory ??= toMemory(prefix, parts).then((next) => {
        parts = next
      })
      return memory
    },
    async deleteAll() {
      const known = [parts.public, parts.session, parts.device, ...parts.users.values()]
      const [listed] = await Promise.allSettled([inTime(timers, () => Dexie.getDatabaseNames(), DELETE_WAIT_MS)])
      const names = new Set(known.map((db) => db.name))
      for (const name of listed.status === 'fulfilled' ? listed.value : [])
        if (name.startsWith(`${prefix}-`)) names.add(name)
      for (const db of known) db.close()
      const remove = (name: string) => inTime(timers, () => new Dexie(name, parts.options).delete(), DELETE_WAIT_MS)
      await Promise.allSettled([...names].map(remove))
    },
    close() {
      for (const db of [parts.public, parts.session, parts.device, ...parts.users.values()]) db.close()
    },
  }
}

const dependencies: { indexedDB: unknown } = Dexie.dependencies
dependencies.indexedDB ??= REFUSING

/** This phone's databases. Nothing is opened before the first read. */
export const databases = openDatabases()

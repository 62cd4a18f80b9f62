import { Dexie, type DexieOptions } from 'dexie'
import { storageMode } from '../lib/storage-trouble.ts'
import { systemTimers, type Timers } from '../lib/timers.ts'
import { abortOnLeave, type PageLeaving } from './abort-on-leave.ts'
import { AttendantDb } from './attendant-schema.ts'
import { guardVersions, watchLoss } from './guard-versions.ts'
import { withTimeout } from './with-timeout.ts'
import { ownerOf } from './outbox-row.ts'
import { PublicDb, SessionDb, UserDb } from './schema.ts'
import { userHash } from './user-hash.ts'

/**
 * The databases of one phone. Tests give each phone its own IndexedDB. The instances may be replaced: never keep a
 * reference.
 */
export interface Databases {
  /** Limits every wait for the storage. */
  readonly timers: Timers
  /** Writes through these databases never delete other data to make room. */
  readonly isSparing?: true
  /** Tells whether this page went into the back/forward cache while it worked. */
  readonly leaving: PageLeaving
  readonly public: PublicDb
  readonly session: SessionDb
  /** The attendant's database on a paired phone. */
  readonly device: AttendantDb
  user(userId: string): UserDb
  /**
   * Empties, closes and removes one driver's database. Returns false when some of it may be left because another tab
   * holds it.
   */
  deleteUser(userId: string): Promise<boolean>
  /** Returns whether `deleteUser` has removed this one. */
  isDeleted(db: Dexie): boolean
  /** Counts the driver changes on this page: one driver's action must not run as the next driver. */
  driverChanges(): number
  noteDriverChange(): void
  /** The driver whose rows this page shows; null for a visitor. Undefined before the page has shown either. */
  shownDriver(): string | null | undefined
  noteShown(userId: string | null): void
  /** Replaces a dead connection with a new one; the old one's work is aborted and writes nothing. */
  renew(db: Dexie): void
  /** Keeps all of this page's data in memory from this call on, starting with the session if it can still be read. */
  useMemory(): Promise<void>
  /** Removes all stored data, including that of signed-out drivers, as far as the browser permits. */
  deleteAll(): Promise<void>
  close(): void
}

/** Returns the same databases for writes that must not displace other data on a full phone. */
export const sparing = (dbs: Databases): Databases =>
  // Inherits, so that its getters follow the databases when they are replaced.
  Object.assign(Object.create(dbs) as Databases, { isSparing: true as const })

export interface DatabasesOptions {
  readonly prefix?: string
  readonly timers?: Timers
  /** The window whose `pagehide` and `pageshow` are watched. */
  readonly page?: Partial<EventTarget>
  readonly indexedDB?: DexieOptions['indexedDB']
  readonly IDBKeyRange?: DexieOptions['IDBKeyRange']
}

/**
 * Maximum wait for another tab that keeps a deleted database open, and for reading the session from a failing storage.
 */
const DELETE_WAIT_MS = 3_000
const SESSION_WAIT_MS = 1_000

/** Live queries never start where Dexie sees no IndexedDB at all. This stub rejects instead, and memory replaces it. */
const REFUSING = {
  open(): never {
    throw new DOMException('This browser has no IndexedDB', 'SecurityError')
  },
}

interface Parts {
  readonly options: DexieOptions
  readonly timers: Timers
  readonly leaving: PageLeaving
  readonly seen: Set<string>
  public: PublicDb
  session: SessionDb
  /** Created on first use: most phones belong to no attendant. */
  device: AttendantDb | undefined
  readonly users: Map<string, UserDb>
}

/** Lists the databases that this page has created. */
const madeOf = (parts: Parts): readonly Dexie[] => [
  parts.public,
  parts.session,
  ...(parts.device === undefined ? [] : [parts.device]),
  ...parts.users.values(),
]

type Around = Pick<Parts, 'timers' | 'leaving'>

/** Adds the guards that every connection needs. */
const guard = <T extends Dexie>(db: T, { leaving, seen }: Pick<Parts, 'leaving' | 'seen'>): T =>
  watchLoss(guardVersions(leaving.watch(db)), seen)

/**
 * The provider can resend this data, and recent searches matter little, so writes need not reach the disk to count: a
 * power cut loses the last writes, never half of one.
 */
const openPublic = (name: string, options: DexieOptions): PublicDb =>
  new PublicDb(name, { ...options, chromeTransactionDurability: 'relaxed' })

function createParts(prefix: string, options: DexieOptions, { timers, leaving }: Around): Parts {
  const around = { timers, leaving, seen: new Set<string>() }
  return {
    options,
    ...around,
    public: guard(openPublic(`${prefix}-public`, options), around),
    session: guard(new SessionDb(`${prefix}-session`, options), around),
    device: undefined,
    users: new Map(),
  }
}

const toDexieOptions = ({ indexedDB, IDBKeyRange }: DatabasesOptions): DexieOptions => ({
  // An acknowledgement lost in a power cut would cause a booking to be sent again.
  chromeTransactionDurability: 'strict',
  cache: 'disabled',
  ...(indexedDB === undefined ? {} : { indexedDB }),
  ...(IDBKeyRange === undefined ? {} : { IDBKeyRange }),
})

function renewIn(parts: Parts, db: Dexie): void {
  const { options, users, leaving } = parts
  leaving.abortAllOf(db)
  if (db === parts.public) parts.public = guard(openPublic(db.name, options), parts)
  else if (db === parts.session) parts.session = guard(new SessionDb(db.name, options), parts)
  else if (db === parts.device) parts.device = undefined
  else for (const [userId, known] of users) if (known === db) users.delete(userId)
  db.close()
}

async function toMemory(prefix: string, from: Parts): Promise<Parts> {
  const { IDBFactory, IDBKeyRange } = await import('./memory-storage.ts')
  const indexedDB = new IDBFactory()
  Dexie.dependencies.IDBKeyRange = IDBKeyRange
  const parts = createParts(prefix, toDexieOptions({ indexedDB, IDBKeyRange }), from)
  const session = withTimeout(from.timers, () => from.session.session.get('session'), SESSION_WAIT_MS)
  const [known] = await Promise.allSettled([session])
  if (known.status === 'fulfilled' && known.value !== undefined) await parts.session.session.put(known.value)
  for (const db of madeOf(from)) db.close()
  storageMode.set('memory')
  return parts
}

/**
 * Lists the databases, as far as the browser answers in time. Leaves out the worker's queue of error reports: it
 * identifies no driver, and the worker holds it open permanently.
 */
async function namesOf(prefix: string, timers: Timers): Promise<readonly string[]> {
  const [listed] = await Promise.allSettled([withTimeout(timers, () => Dexie.getDatabaseNames(), DELETE_WAIT_MS)])
  return listed.status === 'fulfilled' ? listed.value.filter((name) => name.startsWith(`${prefix}-`)) : []
}

function watchDrivers(): Pick<Databases, 'driverChanges' | 'noteDriverChange' | 'shownDriver' | 'noteShown'> {
  let changes = 0
  let shown: string | null | undefined
  return {
    shownDriver: () => shown,
    noteShown(userId) {
      shown = userId
    },
    driverChanges: () => changes,
    noteDriverChange() {
      changes += 1
    },
  }
}

async function isRemoved(removal: Promise<unknown>): Promise<boolean> {
  const [removed] = await Promise.allSettled([removal])
  return removed.status === 'fulfilled'
}

export function openDatabases(given: DatabasesOptions = {}): Databases {
  const { prefix = 'baywise', timers = systemTimers } = given
  const leaving = abortOnLeave(given.page ?? globalThis)
  let parts = createParts(prefix, toDexieOptions(given), { timers, leaving })
  let memory: Promise<void> | undefined
  const deleted = new WeakSet<Dexie>()
  const user = (userId: string): UserDb => {
    const known = parts.users.get(userId)
    if (known !== undefined) return known
    const name = `${prefix}-user-${userHash(userId)}`
    const db = guardVersions(leaving.watch(new UserDb(name, parts.options, ownerOf(userId))))
    parts.users.set(userId, db)
    return db
  }
  return {
    timers,
    leaving,
    get public() {
      return parts.public
    },
    get session() {
      return parts.session
    },
    get device() {
      return (parts.device ??= guard(new AttendantDb(`${prefix}-device`, parts.options), parts))
    },
    user,
    async deleteUser(userId) {
      const db = user(userId)
      parts.users.delete(userId)
      deleted.add(db)
      // Emptied first: the removal waits for other tabs, and a frozen tab never closes its connection.
      const empty = () => db.transaction('rw', db.tables, () => Promise.all(db.tables.map((table) => table.clear())))
      await Promise.allSettled([withTimeout(timers, empty, DELETE_WAIT_MS)])
      return isRemoved(withTimeout(timers, () => db.delete(), DELETE_WAIT_MS))
    },
    isDeleted: (db) => deleted.has(db),
    ...watchDrivers(),
    renew: (db) => renewIn(parts, db),
    useMemory() {
      memory ??= toMemory(prefix, parts).then((next) => {
        parts = next
      })
      return memory
    },
    async deleteAll() {
      const known = madeOf(parts)
      const names = new Set([...known.map((db) => db.name), `${prefix}-device`, ...(await namesOf(prefix, timers))])
      for (const db of known) db.close()
      const remove = (name: string) =>
        withTimeout(timers, () => new Dexie(name, parts.options).delete(), DELETE_WAIT_MS)
      await Promise.allSettled([...names].map(remove))
      // Removed on purpose: creating one again is no loss to report.
      parts.seen.clear()
    },
    close() {
      for (const db of madeOf(parts)) db.close()
    },
  }
}

const dependencies: { indexedDB: unknown } = Dexie.dependencies
dependencies.indexedDB ??= REFUSING

/** This phone's databases. Nothing is opened before the first read. */
export const databases = openDatabases()

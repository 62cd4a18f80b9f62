import { systemTimers } from '../../lib/timers.ts'
import { withTimeout } from '../with-timeout.ts'
import { userHash } from '../user-hash.ts'

/**
 * Reads the driver's requests without Dexie, from a database that the app itself cannot use: regardless of version, and
 * row by row where a whole read fails. Changes nothing.
 */
export interface RawRequests {
  /** Rows of the outbox and of unanswered writes, of any shape. */
  readonly outbox: readonly unknown[]
  readonly intents: readonly unknown[]
  /** Number of databases and rows that could not be read. */
  readonly unread: number
}

const WAIT_MS = 3_000

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  withTimeout(
    systemTimers,
    () =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result))
        request.addEventListener('error', () => reject(request.error ?? new Error('no reason given')))
      }),
    WAIT_MS,
  )

/** Rejects when the database does not exist, without creating it. */
function openRaw(factory: IDBFactory, name: string): Promise<IDBDatabase> {
  const request = factory.open(name)
  request.addEventListener('upgradeneeded', () => request.transaction?.abort())
  return answerOf(request)
}

const storeOf = (db: IDBDatabase, name: string): IDBObjectStore => db.transaction(name, 'readonly').objectStore(name)

async function readOneByOne(db: IDBDatabase, name: string): Promise<PromiseSettledResult<unknown>[]> {
  const keys = await answerOf(storeOf(db, name).getAllKeys())
  return Promise.allSettled(keys.map(async (key) => answerOf(storeOf(db, name).get(key))))
}

interface ReadRows {
  readonly rows: readonly unknown[]
  readonly unread: number
}

async function readStore(db: IDBDatabase, name: string): Promise<ReadRows> {
  if (!db.objectStoreNames.contains(name)) return { rows: [], unread: 0 }
  try {
    return { rows: await answerOf(storeOf(db, name).getAll()), unread: 0 }
  } catch {
    const rows = await readOneByOne(db, name)
    const read = rows.flatMap((row) => (row.status === 'fulfilled' ? [row.value] : []))
    return { rows: read, unread: rows.length - read.length }
  }
}

async function readDatabase(factory: IDBFactory, name: string): Promise<RawRequests> {
  const db = await openRaw(factory, name)
  try {
    const [outbox, intents] = [await readStore(db, 'outbox'), await readStore(db, 'intents')]
    return { outbox: outbox.rows, intents: intents.rows, unread: outbox.unread + intents.unread }
  } finally {
    db.close()
  }
}

/** Returns the signed-in driver's database; all drivers' databases when the driver cannot be determined. */
async function namesOf(factory: IDBFactory, prefix: string): Promise<readonly string[]> {
  try {
    const db = await openRaw(factory, `${prefix}-session`)
    const row: unknown = await answerOf(storeOf(db, 'session').get('session')).finally(() => db.close())
    const userId = (row as { user?: { user_id?: unknown } } | undefined)?.user?.user_id
    if (typeof userId === 'string') return [`${prefix}-user-${userHash(userId)}`]
  } catch {
    // The session is unreadable too: list the databases by name.
  }
  const listed = await withTimeout(systemTimers, () => factory.databases(), WAIT_MS)
  return listed.flatMap(({ name }) => (name?.startsWith(`${prefix}-user-`) === true ? [name] : []))
}

export async function readRawRequests(
  factory: IDBFactory | undefined = (globalThis as { indexedDB?: IDBFactory }).indexedDB,
  prefix = 'baywise',
): Promise<RawRequests> {
  if (factory === undefined) return { outbox: [], intents: [], unread: 1 }
  const names = await namesOf(factory, prefix).catch(() => undefined)
  const read = await Promise.allSettled((names ?? []).map((name) => readDatabase(factory, name)))
  const all = read.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  return {
    outbox: all.flatMap(({ outbox }) => outbox),
    intents: all.flatMap(({ intents }) => intents),
    unread: (names === undefined ? 1 : read.length - all.length) + all.reduce((sum, { unread }) => sum + unread, 0),
  }
}

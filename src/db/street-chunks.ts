/*
 * Pieces of street archives, in a database of their own and without Dexie: the thread that draws the streets reads them, and Dexie would be
 * twice all of its other bytes. They are a cache: nothing else is written in one transaction with them, and whatever goes wrong with them is a
 * map without streets for a while.
 */

/** Begins with the prefix of all databases, so that removing everything removes it too. */
const NAME = 'baywise-streets'
const VERSION = 1
const CHUNKS = 'chunks'
const BY_AGE = 'keptAt'

/** About 25 MB: a dozen cities. */
const MAXIMUM = 400
/** Looking for the oldest takes longer than keeping one more. */
const TRIM_EVERY = 20

interface ChunkRow {
  readonly url: string
  readonly index: number
  readonly bytes: ArrayBuffer
  /** Epoch milliseconds. */
  readonly keptAt: number
}

/** A kept chunk's key: the address of its archive, and its number in it. */
type ChunkKey = readonly [url: string, index: number]

export interface StreetChunks {
  /** Undefined: not kept. Rejects with the storage's own error. */
  get(url: string, index: number): Promise<ArrayBuffer | undefined>
  put(url: string, index: number, bytes: ArrayBuffer): Promise<void>
  /** Gives up those that `isGone` names. */
  forget(isGone: (key: ChunkKey) => boolean): Promise<void>
}

const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    const fail = () => reject(transaction.error ?? new DOMException('The transaction was aborted', 'AbortError'))
    transaction.addEventListener('error', fail)
    transaction.addEventListener('abort', fail)
  })

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error ?? new Error('IndexedDB failed without a reason')))
  })

async function open(): Promise<IDBDatabase> {
  const request = indexedDB.open(NAME, VERSION)
  // 1: first release.
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore(CHUNKS, { keyPath: ['url', 'index'] }).createIndex(BY_AGE, BY_AGE)
  })
  const db = await answerOf(request)
  // Whoever empties the phone must not wait for a thread that draws.
  db.addEventListener('versionchange', () => db.close())
  return db
}

async function trim(db: IDBDatabase): Promise<void> {
  const transaction = db.transaction(CHUNKS, 'readwrite')
  const store = transaction.objectStore(CHUNKS)
  const tooMany = (await answerOf(store.count())) - MAXIMUM
  if (tooMany > 0) {
    const oldest = await answerOf(store.index(BY_AGE).getAllKeys(null, tooMany))
    for (const key of oldest) store.delete(key)
  }
  await done(transaction)
}

async function forgetIn(db: IDBDatabase, isGone: (key: ChunkKey) => boolean): Promise<void> {
  const transaction = db.transaction(CHUNKS, 'readwrite')
  const store = transaction.objectStore(CHUNKS)
  // Keys are as `put` writes them.
  for (const key of (await answerOf(store.getAllKeys())) as unknown as ChunkKey[])
    if (isGone(key)) store.delete([...key])
  await done(transaction)
}

/** The kept chunks, for the thread that draws. Opens nothing before the first call, and anew after somebody has closed it. */
export function createStreetChunks(now: () => number = Date.now): StreetChunks {
  let opening: Promise<IDBDatabase> | undefined
  let added = 0
  const connect = (): Promise<IDBDatabase> => {
    opening ??= open().then((db) => {
      const forget = () => {
        opening = undefined
      }
      db.addEventListener('close', forget)
      db.addEventListener('versionchange', forget)
      return db
    })
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }
  return {
    async get(url, index) {
      const store = (await connect()).transaction(CHUNKS).objectStore(CHUNKS)
      const row: ChunkRow | undefined = await answerOf(store.get([url, index]))
      return row?.bytes
    },
    async put(url, index, bytes) {
      const db = await connect()
      // The first of a thread's life, too: most live for a few chunks only.
      if (added % TRIM_EVERY === 0) await trim(db)
      added += 1
      const transaction = db.transaction(CHUNKS, 'readwrite')
      transaction.objectStore(CHUNKS).put({ url, index, bytes, keptAt: now() } satisfies ChunkRow)
      await done(transaction)
    },
    async forget(isGone) {
      await forgetIn(await connect(), isGone)
    },
  }
}

interface KeptStreets {
  readonly count: number
  readonly bytes: number
}

const NONE: KeptStreets = { count: 0, bytes: 0 }

/** Absent on a server and in tests of other storage. */
const hasStorage = (): boolean => 'indexedDB' in globalThis

/** How much of the phone the chunks take. */
export async function readKeptStreets(): Promise<KeptStreets> {
  if (!hasStorage()) return NONE
  const db = await open()
  try {
    const rows: readonly ChunkRow[] = await answerOf(db.transaction(CHUNKS).objectStore(CHUNKS).getAll())
    return { count: rows.length, bytes: rows.reduce((sum, { bytes }) => sum + bytes.byteLength, 0) }
  } finally {
    db.close()
  }
}

/** Gives up all of them, the database too: a full disk takes no write. A thread that draws lets go of it and begins anew. */
export async function deleteStreets(): Promise<void> {
  if (hasStorage()) await answerOf(indexedDB.deleteDatabase(NAME))
}

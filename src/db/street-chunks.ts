/*
 * Chunks of street archives, in a database of their own and without Dexie: the worker that renders the streets reads
 * them, and Dexie would double the rest of its bytes. Viewed chunks are a cache; those of kept regions have no age, so
 * they are in no age index and are never evicted as the oldest. No other data shares a transaction with them, and any
 * failure here only means a map without streets for a while.
 */

/** Begins with the prefix of all databases, so that removing everything removes it too. */
const NAME = 'baywise-streets'
const VERSION = 1
/** Size of every chunk of an archive except its last. */
export const CHUNK_BYTES = 65_536
export const CHUNKS = 'chunks'
export const BY_AGE = 'keptAt'

/** About 25 MB: a dozen cities. */
const MAXIMUM = 400
/** Finding the oldest takes longer than storing one more. */
const TRIM_EVERY = 20

export interface ChunkRow {
  readonly url: string
  readonly index: number
  readonly bytes: ArrayBuffer
  /** Epoch milliseconds; absent for a chunk of a kept region. */
  readonly keptAt?: number
}

/** Key of a stored chunk: the address of its archive, and its index in it. */
export type ChunkKey = readonly [url: string, index: number]

export interface StreetChunks {
  /** Resolves with undefined when the chunk is not stored. Rejects with the storage's own error. */
  get(url: string, index: number): Promise<ArrayBuffer | undefined>
  put(url: string, index: number, bytes: ArrayBuffer): Promise<void>
  /** Removes the chunks that `isGone` selects; those of kept regions only with `all`, as when their bytes are wrong. */
  forget(isGone: (key: ChunkKey) => boolean, of?: 'cached' | 'all'): Promise<void>
}

export const done = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve())
    const fail = () => reject(transaction.error ?? new DOMException('The transaction was aborted', 'AbortError'))
    transaction.addEventListener('error', fail)
    transaction.addEventListener('abort', fail)
  })

export const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
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
  // Emptying the phone must not wait for a rendering worker.
  db.addEventListener('versionchange', () => db.close())
  return db
}

async function trim(db: IDBDatabase): Promise<void> {
  const transaction = db.transaction(CHUNKS, 'readwrite')
  const store = transaction.objectStore(CHUNKS)
  const cached = store.index(BY_AGE)
  const tooMany = (await answerOf(cached.count())) - MAXIMUM
  if (tooMany > 0) for (const key of await answerOf(cached.getAllKeys(null, tooMany))) store.delete(key)
  await done(transaction)
}

async function forgetIn(db: IDBDatabase, isGone: (key: ChunkKey) => boolean, of: 'cached' | 'all'): Promise<void> {
  const transaction = db.transaction(CHUNKS, 'readwrite')
  const store = transaction.objectStore(CHUNKS)
  const keys = of === 'all' ? store.getAllKeys() : store.index(BY_AGE).getAllKeys()
  // `put` writes keys of this form.
  for (const key of (await answerOf(keys)) as unknown as ChunkKey[]) if (isGone(key)) store.delete([...key])
  await done(transaction)
}

async function putIn(db: IDBDatabase, row: ChunkRow): Promise<void> {
  const transaction = db.transaction(CHUNKS, 'readwrite')
  const store = transaction.objectStore(CHUNKS)
  const before: ChunkRow | undefined = await answerOf(store.get([row.url, row.index]))
  const { keptAt: _keptAt, ...kept } = row
  // Viewing a kept region must not turn its chunks into cache entries.
  store.put(before !== undefined && before.keptAt === undefined ? kept : row)
  await done(transaction)
}

/** Opens nothing before the first call, and reopens after the connection was closed. */
export function connection(): () => Promise<IDBDatabase> {
  let opening: Promise<IDBDatabase> | undefined
  return () => {
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
}

export async function getFrom(db: IDBDatabase, url: string, index: number): Promise<ArrayBuffer | undefined> {
  const row: ChunkRow | undefined = await answerOf(db.transaction(CHUNKS).objectStore(CHUNKS).get([url, index]))
  return row?.bytes
}

/** The chunks of this phone, for the rendering worker. */
export function createStreetChunks(now: () => number = Date.now): StreetChunks {
  const connect = connection()
  let added = 0
  return {
    get: async (url, index) => getFrom(await connect(), url, index),
    async put(url, index, bytes) {
      const db = await connect()
      // Also before the first chunk of a worker: most live for only a few chunks.
      if (added % TRIM_EVERY === 0) await trim(db)
      added += 1
      await putIn(db, { url, index, bytes, keptAt: now() })
    },
    forget: async (isGone, of = 'cached') => forgetIn(await connect(), isGone, of),
  }
}

interface KeptStreets {
  readonly count: number
  readonly bytes: number
}

const NONE: KeptStreets = { count: 0, bytes: 0 }

const sumOf = (rows: readonly ChunkRow[]): KeptStreets => ({
  count: rows.length,
  bytes: rows.reduce((sum, { bytes }) => sum + bytes.byteLength, 0),
})

/** Absent on a server and in tests of other storage. */
export const hasStorage = (): boolean => 'indexedDB' in globalThis

/** Returns how much space the chunks take: cached ones and those of kept regions. */
export async function readKeptStreets(): Promise<{ readonly cached: KeptStreets; readonly ofRegions: KeptStreets }> {
  if (!hasStorage()) return { cached: NONE, ofRegions: NONE }
  const db = await open()
  try {
    const rows: readonly ChunkRow[] = await answerOf(db.transaction(CHUNKS).objectStore(CHUNKS).getAll())
    const isCached = ({ keptAt }: ChunkRow): boolean => keptAt !== undefined
    return { cached: sumOf(rows.filter(isCached)), ofRegions: sumOf(rows.filter((row) => !isCached(row))) }
  } finally {
    db.close()
  }
}

/** Removes cached chunks only. */
export async function deleteCachedStreets(): Promise<void> {
  if (hasStorage()) await createStreetChunks().forget(() => true)
}

/**
 * Removes all chunks and the database itself, since a full disk accepts no write. A rendering worker closes its
 * connection and reopens.
 */
export async function deleteStreets(): Promise<void> {
  if (hasStorage()) await answerOf(indexedDB.deleteDatabase(NAME))
}

import {
  answerOf,
  BY_AGE,
  type ChunkKey,
  type ChunkRow,
  CHUNKS,
  connection,
  done,
  getFrom,
  hasStorage,
} from './street-chunks.ts'

/** Street storage of a kept region. */
export interface RegionStreets {
  /** Returns which chunks of an archive are kept permanently. */
  listKept(url: string): Promise<ReadonlySet<number>>
  /** Turns a cached chunk into a kept one. Returns false when it is not here, or not of this length. */
  adopt(url: string, index: number, length: number): Promise<boolean>
  keep(url: string, index: number, bytes: ArrayBuffer): Promise<void>
  get(url: string, index: number): Promise<ArrayBuffer | undefined>
  /** Removes the chunks that no region needs. */
  release(isNeeded: (url: string) => boolean): Promise<void>
}

const keysOf = async (store: IDBObjectStore | IDBIndex, range?: IDBKeyRange): Promise<readonly ChunkKey[]> =>
  (await answerOf(store.getAllKeys(range))) as unknown as ChunkKey[]

/** Returns the stored keys without an age. */
async function keptKeys(store: IDBObjectStore, range?: IDBKeyRange): Promise<readonly ChunkKey[]> {
  const cached = new Set((await keysOf(store.index(BY_AGE))).map((key) => key.join()))
  return (await keysOf(store, range)).filter((key) => !cached.has(key.join()))
}

/** One connection per page, however often the kept chunks are queried. */
const connections = new WeakMap<IDBFactory, () => Promise<IDBDatabase>>()

function connect(): Promise<IDBDatabase> {
  const known = connections.get(indexedDB) ?? connection()
  connections.set(indexedDB, known)
  return known()
}

/** The same chunks, for keeping regions. */
export function createRegionStreets(): RegionStreets {
  const write = async (work: (store: IDBObjectStore) => Promise<unknown>): Promise<void> => {
    const transaction = (await connect()).transaction(CHUNKS, 'readwrite')
    const isDone = done(transaction)
    // Awaits both: a full disk may fail either of them.
    await Promise.all([work(transaction.objectStore(CHUNKS)), isDone])
  }
  return {
    get: async (url, index) => getFrom(await connect(), url, index),
    async listKept(url) {
      if (!hasStorage()) return new Set()
      const store = (await connect()).transaction(CHUNKS).objectStore(CHUNKS)
      const keys = await keptKeys(store, IDBKeyRange.bound([url, 0], [url, Infinity]))
      return new Set(keys.map(([, index]) => index))
    },
    async adopt(url, index, length) {
      const bytes = await getFrom(await connect(), url, index)
      if (bytes?.byteLength !== length) return false
      await write((store) => answerOf(store.put({ url, index, bytes } satisfies ChunkRow)))
      return true
    },
    keep: (url, index, bytes) => write((store) => answerOf(store.put({ url, index, bytes } satisfies ChunkRow))),
    async release(isNeeded) {
      if (!hasStorage()) return
      await write(async (store) => {
        for (const key of await keptKeys(store)) if (!isNeeded(key[0])) store.delete([...key])
      })
    },
  }
}

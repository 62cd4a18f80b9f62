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

/** What a kept region does with its streets. */
export interface RegionStreets {
  /** Which chunks of an archive are here for good. */
  listKept(url: string): Promise<ReadonlySet<number>>
  /** Takes over a chunk that was only looked at. False: it is not here, or not of this length. */
  adopt(url: string, index: number, length: number): Promise<boolean>
  keep(url: string, index: number, bytes: ArrayBuffer): Promise<void>
  get(url: string, index: number): Promise<ArrayBuffer | undefined>
  /** Gives up what no region needs any more. */
  release(isNeeded: (url: string) => boolean): Promise<void>
}

const keysOf = async (store: IDBObjectStore | IDBIndex, range?: IDBKeyRange): Promise<readonly ChunkKey[]> =>
  (await answerOf(store.getAllKeys(range))) as unknown as ChunkKey[]

/** Of what is here those that have no age. */
async function keptKeys(store: IDBObjectStore, range?: IDBKeyRange): Promise<readonly ChunkKey[]> {
  const cached = new Set((await keysOf(store.index(BY_AGE))).map((key) => key.join()))
  return (await keysOf(store, range)).filter((key) => !cached.has(key.join()))
}

/** One for the page, however often it is asked what is kept. */
const connections = new WeakMap<IDBFactory, () => Promise<IDBDatabase>>()

function connect(): Promise<IDBDatabase> {
  const known = connections.get(indexedDB) ?? connection()
  connections.set(indexedDB, known)
  return known()
}

/** The same chunks, for who keeps regions. */
export function createRegionStreets(): RegionStreets {
  const write = async (work: (store: IDBObjectStore) => Promise<unknown>): Promise<void> => {
    const transaction = (await connect()).transaction(CHUNKS, 'readwrite')
    const isDone = done(transaction)
    // Whichever of the two fails: a full disk shows in the one or in the other.
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

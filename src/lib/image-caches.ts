/**
 * Map tiles and photos cached by the worker: every cache named `baywise-…`. The app's own files are in Workbox's cache,
 * whose name differs, and are not deleted.
 */
const isImages = (name: string): boolean => name.startsWith('baywise-')
const APP_PREFIX = 'workbox-precache'

interface CacheLike {
  keys(): Promise<readonly Request[]>
  match(request: Request): Promise<Response | undefined>
}

interface CacheStorageLike {
  keys(): Promise<string[]>
  open(name: string): Promise<CacheLike>
  delete(name: string): Promise<boolean>
}

/** Undefined where the browser has no caches, as in a private window or without HTTPS. */
const findCaches = (): CacheStorageLike | undefined => (globalThis as { caches?: CacheStorageLike }).caches

const namesOf = async (caches: CacheStorageLike): Promise<readonly string[]> => (await caches.keys()).filter(isImages)

export interface KeptImages {
  readonly count: number
  readonly bytes: number
}

async function bytesOf(cache: CacheLike, requests: readonly Request[]): Promise<number> {
  let bytes = 0
  for (const request of requests) bytes += (await (await cache.match(request))?.blob())?.size ?? 0
  return bytes
}

export async function readImages(): Promise<KeptImages> {
  const caches = findCaches()
  let [count, bytes] = [0, 0]
  if (caches === undefined) return { count, bytes }
  for (const name of await namesOf(caches)) {
    const cache = await caches.open(name)
    const requests = await cache.keys()
    count += requests.length
    bytes += await bytesOf(cache, requests)
  }
  return { count, bytes }
}

/** Deletes whole caches independently of each other; rejects if any deletion failed. */
async function deleteCaches(isGivenUp: (name: string) => boolean): Promise<void> {
  const caches = findCaches()
  if (caches === undefined) return
  const names = (await caches.keys()).filter(isGivenUp)
  const ends = await Promise.allSettled(names.map((name) => caches.delete(name)))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

export const deleteImages = (): Promise<void> => deleteCaches(isImages)

/** Deletes everything except the app's own files, which are the same on every phone. */
export const deleteAllButApp = (): Promise<void> => deleteCaches((name) => !name.startsWith(APP_PREFIX))

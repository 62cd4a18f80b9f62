/**
 * Map tiles and photos that the worker keeps: every cache named `baywise-…`. The app's own files are in Workbox's cache,
 * which is named otherwise and stays.
 */
const PREFIX = 'baywise-'

interface CacheLike {
  keys(): Promise<readonly Request[]>
  match(request: Request): Promise<Response | undefined>
}

interface CacheStorageLike {
  keys(): Promise<string[]>
  open(name: string): Promise<CacheLike>
  delete(name: string): Promise<boolean>
}

/** Undefined where the browser has none, as in a private window or without HTTPS. */
const findCaches = (): CacheStorageLike | undefined => (globalThis as { caches?: CacheStorageLike }).caches

const namesOf = async (caches: CacheStorageLike): Promise<readonly string[]> =>
  (await caches.keys()).filter((name) => name.startsWith(PREFIX))

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

export async function deleteImages(): Promise<void> {
  const caches = findCaches()
  if (caches === undefined) return
  for (const name of await namesOf(caches)) await caches.delete(name)
}

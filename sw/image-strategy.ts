/// <reference lib="webworker" />
import { CacheFirst } from 'workbox-strategies'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

export interface ImageCache {
  /** Begins with `baywise-`: on a full phone, all caches with this prefix are dropped first. */
  readonly cacheName: string
  /** Limited by number, not by age: an old street is better than a hole. */
  readonly maximum: number
  /** True for our own provider; otherwise a host that allows us (CORS) to read its answers. */
  readonly isOwn?: boolean
}

/** The limit may be exceeded by this many images: listing a cache takes longer than storing an image. */
const TRIM_EVERY = 20

async function dropOldest({ cacheName, maximum }: ImageCache): Promise<void> {
  const cache = await self.caches.open(cacheName)
  const keys = await cache.keys()
  // A cache lists its entries in insertion order.
  await Promise.all(keys.slice(0, Math.max(0, keys.length - maximum)).map((key) => cache.delete(key)))
}

/** An opaque answer counts as about 7 MB of quota, and may be an error page. */
const isKeepable = ({ status, type }: Response, isOwn: boolean): boolean =>
  status === 200 && type === (isOwn ? 'basic' : 'cors')

/**
 * Fetches each image once, then serves it from the cache. Offline, a missing image is an error: the page shows its own
 * substitute.
 */
export function createImageStrategy(kept: ImageCache): CacheFirst {
  let added = 0
  return new CacheFirst({
    cacheName: kept.cacheName,
    plugins: [
      {
        cacheWillUpdate: ({ response }) => Promise.resolve(isKeepable(response, kept.isOwn === true) ? response : null),
        cacheDidUpdate: async () => {
          // Also after the first image of a worker's life: most workers live for a few images only.
          if (added % TRIM_EVERY === 0) await dropOldest(kept)
          added += 1
        },
        handlerDidError: () => Promise.resolve(Response.error()),
      },
    ],
  })
}

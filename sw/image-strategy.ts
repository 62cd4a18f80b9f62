/// <reference lib="webworker" />
import { CacheFirst } from 'workbox-strategies'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

export interface ImageCache {
  /** Begins with `baywise-`: a full phone gives up all caches so named before anything else. */
  readonly cacheName: string
  /** By number and not by age: an old street is better than a hole. */
  readonly maximum: number
  /** From our own provider; else from a host that lets us read what it answers. */
  readonly isOwn?: boolean
}

/** So many images may be too many for a while: listing a cache takes longer than keeping an image. */
const TRIM_EVERY = 20

async function dropOldest({ cacheName, maximum }: ImageCache): Promise<void> {
  const cache = await self.caches.open(cacheName)
  const keys = await cache.keys()
  // A cache lists its entries in the order in which they were added.
  await Promise.all(keys.slice(0, Math.max(0, keys.length - maximum)).map((key) => cache.delete(key)))
}

/** An opaque answer counts as some 7 MB of quota, and may be an error page. */
const isKeepable = ({ status, type }: Response, isOwn: boolean): boolean =>
  status === 200 && type === (isOwn ? 'basic' : 'cors')

/** Each image is fetched once, then kept. Without a connection, what is missing is an error: the page draws its own in its place. */
export function createImageStrategy(kept: ImageCache): CacheFirst {
  let added = 0
  return new CacheFirst({
    cacheName: kept.cacheName,
    plugins: [
      {
        cacheWillUpdate: ({ response }) => Promise.resolve(isKeepable(response, kept.isOwn === true) ? response : null),
        cacheDidUpdate: async () => {
          // The first of a worker's life, too: most live for a few images only.
          if (added % TRIM_EVERY === 0) await dropOldest(kept)
          added += 1
        },
        handlerDidError: () => Promise.resolve(Response.error()),
      },
    ],
  })
}

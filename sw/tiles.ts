/// <reference lib="webworker" />
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { tilePattern } from './tile-pattern.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

const CACHE = 'baywise-tiles'
/** About 15 MB of ordinary tiles. By number and not by age: an old street is better than a hole. */
const MAXIMUM_TILES = 600

async function dropOldest(): Promise<void> {
  const cache = await self.caches.open(CACHE)
  const keys = await cache.keys()
  // A cache lists its entries in the order in which they were added.
  await Promise.all(keys.slice(0, Math.max(0, keys.length - MAXIMUM_TILES)).map((key) => cache.delete(key)))
}

/** An opaque answer counts as some 7 MB of quota, and may be an error page. */
const isKeepable = (response: Response): boolean => response.status === 200 && response.type === 'cors'

/** Keeps seen tiles of the configured source, where its terms allow that (`VITE_TILE_OFFLINE=1`). A miss shows the base map. */
export function serveTiles(): void {
  const template = import.meta.env.VITE_TILE_URL
  if (template === undefined || import.meta.env.VITE_TILE_OFFLINE !== '1') return
  const pattern = tilePattern(template)
  const strategy = new CacheFirst({
    cacheName: CACHE,
    plugins: [
      {
        cacheWillUpdate: ({ response }) => Promise.resolve(isKeepable(response) ? response : null),
        cacheDidUpdate: dropOldest,
        handlerDidError: () => Promise.resolve(Response.error()),
      },
    ],
  })
  registerRoute(({ url }) => pattern.test(url.href), strategy)
}

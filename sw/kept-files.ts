/// <reference lib="webworker" />
import { type BuiltFile, fetchBuilt } from './fetch-built.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

/** Fetches what is not there yet; hashed names never change. Rejects when one cannot be had as it was built. */
export async function keepFiles(cacheName: string, files: readonly BuiltFile[]): Promise<void> {
  const cache = await self.caches.open(cacheName)
  for (const file of files)
    if ((await cache.match(file.url)) === undefined) await cache.put(file.url, await fetchBuilt(file))
}

/** Removes what an earlier release has kept. */
export async function dropOtherFiles(cacheName: string, files: readonly BuiltFile[]): Promise<void> {
  const cache = await self.caches.open(cacheName)
  const wanted = new Set(files.map(({ url }) => new URL(url, self.location.origin).href))
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
}

/// <reference lib="webworker" />
import { registerRoute } from 'workbox-routing'
import { consoleLog } from '../src/lib/log.ts'
import { type BuiltFile, fetchBuilt } from './fetch-built.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

/** Files of the build that only some phones need. */
export interface SomeFiles {
  readonly cacheName: string
  readonly isOurs: (path: string) => boolean
  /** As the build lists them. */
  readonly listed: readonly BuiltFile[]
  /** What a page posts when this phone needs them, and when it does no more. */
  readonly keepOn: string
  readonly dropOn?: string
}

const typeOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined

/*
 *   needed ------ page posts KEEP ---> kept ---> next release installs: its files are kept beside the old ones, or it does not install
 *   no more ----- page posts DROP ---> gone                                    |
 *                                                                   it takes over: the old ones go
 */
/** Keeps files, from a page's word on, over every later release. Phones that never need them never fetch them. */
export function serveKeptFiles({ cacheName, isOurs, listed, keepOn, dropOn }: SomeFiles): void {
  const files = listed.map(({ url, integrity }) => ({ url: `/${url}`, integrity }))
  /** Fetches what is not there yet; hashed names never change. Rejects when one cannot be had as it was built. */
  const keep = async (): Promise<void> => {
    const cache = await self.caches.open(cacheName)
    for (const file of files)
      if ((await cache.match(file.url)) === undefined) await cache.put(file.url, await fetchBuilt(file))
  }
  const dropOthers = async (): Promise<void> => {
    const cache = await self.caches.open(cacheName)
    const wanted = new Set(files.map(({ url }) => new URL(url, self.location.origin).href))
    for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
  }
  /** The cache is there from the first word on: whoever finds it is such a phone. */
  const ifNeeded = (work: () => Promise<void>): Promise<void> =>
    self.caches.has(cacheName).then((isNeeded) => (isNeeded ? work() : undefined))
  registerRoute(
    ({ url }) => url.origin === self.location.origin && isOurs(url.pathname),
    async ({ request, url }) => (await self.caches.match(url.pathname, { cacheName })) ?? fetch(request),
  )
  self.addEventListener('install', (event) => event.waitUntil(ifNeeded(keep)))
  self.addEventListener('activate', (event) => event.waitUntil(ifNeeded(dropOthers)))
  self.addEventListener('message', (event) => {
    const type = typeOf(event.data)
    // Without a connection: the page asks again when it is opened next.
    const lost = (error: unknown): void => consoleLog.warn('files_not_kept', { cacheName, error: String(error) })
    if (type === keepOn) event.waitUntil(keep().catch(lost))
    if (dropOn !== undefined && type === dropOn) event.waitUntil(self.caches.delete(cacheName))
  })
}

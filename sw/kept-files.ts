/// <reference lib="webworker" />
import { registerRoute } from 'workbox-routing'
import { FILE_GROUPS, type FileGroup, fileGroupOf, type FilesMessage, GROUP_CACHE } from '../src/lib/kept-files.ts'
import { consoleLog } from '../src/lib/log.ts'
import { type BuiltFile, fetchBuilt } from './fetch-built.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

const TYPES: ReadonlySet<unknown> = new Set<FilesMessage['type']>(['KEEP_FILES', 'DROP_FILES'])

const isFilesMessage = (data: unknown): data is FilesMessage =>
  typeof data === 'object' && data !== null && 'type' in data && TYPES.has(data.type) && 'group' in data

/** Fetches what is not there yet; hashed names never change. Rejects when one cannot be had as it was built. */
async function keep(group: FileGroup, files: readonly BuiltFile[]): Promise<void> {
  const cache = await self.caches.open(GROUP_CACHE[group])
  for (const file of files)
    if ((await cache.match(file.url)) === undefined) await cache.put(file.url, await fetchBuilt(file))
}

async function dropOthers(group: FileGroup, files: readonly BuiltFile[]): Promise<void> {
  const cache = await self.caches.open(GROUP_CACHE[group])
  const wanted = new Set(files.map(({ url }) => new URL(url, self.location.origin).href))
  for (const request of await cache.keys()) if (!wanted.has(request.url)) await cache.delete(request)
}

/*
 *   a page posts KEEP ---> kept ---> next release installs: its files are kept beside the old ones, or it does not install
 *   a page posts DROP ---> gone                                    |
 *                                                        it takes over: the old ones go
 */
/** What the phone keeps of the build beside what every phone installs. The cache is there from the first KEEP on. */
function serveGroup(group: FileGroup, files: readonly BuiltFile[]): void {
  const cacheName = GROUP_CACHE[group]
  const ifKept = async (work: typeof keep): Promise<void> =>
    (await self.caches.has(cacheName)) ? work(group, files) : undefined
  registerRoute(
    ({ url }) => url.origin === self.location.origin && fileGroupOf(url.pathname) === group,
    async ({ request, url }) => {
      const kept = await self.caches.match(url.pathname, { cacheName })
      const file = files.find((known) => known.url === url.pathname)
      if (kept !== undefined || group === 'gate' || file === undefined) return kept ?? fetch(request)
      // Opened before the app had time to keep it.
      const response = await fetchBuilt(file)
      await (await self.caches.open(cacheName)).put(file.url, response.clone())
      return response
    },
  )
  self.addEventListener('install', (event) => event.waitUntil(ifKept(keep)))
  self.addEventListener('activate', (event) => event.waitUntil(ifKept(dropOthers)))
  self.addEventListener('message', (event) => {
    const message: unknown = event.data
    if (!isFilesMessage(message) || message.group !== group) return
    // Without a connection: the page asks again when it is opened next.
    const lost = (error: unknown): void => consoleLog.warn('files not kept', { group, error: String(error) })
    event.waitUntil(message.type === 'KEEP_FILES' ? keep(group, files).catch(lost) : self.caches.delete(cacheName))
  })
}

export function serveKeptFiles(listed: readonly BuiltFile[]): void {
  for (const group of FILE_GROUPS) {
    const files = listed.filter(({ url }) => fileGroupOf(url) === group)
    serveGroup(
      group,
      files.map(({ url, integrity }) => ({ url: `/${url}`, integrity })),
    )
  }
}

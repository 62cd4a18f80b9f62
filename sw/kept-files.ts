/// <reference lib="webworker" />
import { registerRoute } from 'workbox-routing'
import { lacksBuiltIns } from '../src/built-ins/lacks-built-ins.ts'
import {
  FILE_GROUPS,
  type FileGroup,
  fileGroupOf,
  filePartOf,
  type FilesMessage,
  GROUP_CACHE,
} from '../src/lib/kept-files.ts'
import { consoleLog } from '../src/lib/log.ts'
import { type BuiltFile, fetchBuilt } from './fetch-built.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

const TYPES: ReadonlySet<unknown> = new Set<FilesMessage['type']>(['KEEP_FILES', 'DROP_FILES'])

const isFilesMessage = (data: unknown): data is FilesMessage =>
  typeof data === 'object' && data !== null && 'type' in data && TYPES.has(data.type) && 'group' in data

const pathOf = ({ url }: Request): string => new URL(url).pathname

/*
 *   a page posts KEEP, or asks for a file ---> kept ---> next release installs: its files are kept beside the old ones, or it does not
 *   a page posts DROP ---> gone                                    |
 *                                                        it takes over: the old ones go
 */
/**
 * Files of the build that only some phones keep, beside what every phone installs. The cache exists from the first KEEP
 * on.
 */
class KeptGroup {
  readonly #group: FileGroup
  readonly #cacheName: string
  /** Keyed by path. */
  readonly #files: ReadonlyMap<string, BuiltFile>

  constructor(group: FileGroup, files: readonly BuiltFile[]) {
    this.#group = group
    this.#cacheName = GROUP_CACHE[group]
    this.#files = new Map(files.map((file) => [file.url, file]))
  }

  #open(): Promise<Cache> {
    return self.caches.open(this.#cacheName)
  }

  /**
   * Serves from the cache, else fetches the built file and keeps it. Gate files are not kept this way: opening the gate
   * page does not make the phone an attendant's.
   */
  async serve(path: string, request: Request): Promise<Response> {
    const kept = await self.caches.match(path, { cacheName: this.#cacheName })
    const file = this.#files.get(path)
    if (kept !== undefined || file === undefined || this.#group === 'gate') return kept ?? fetch(request)
    const response = await fetchBuilt(file)
    const copy = response.clone()
    await this.#open()
      .then((cache) => cache.put(path, copy))
      .catch((error: unknown) => consoleLog.warn('file not kept', { path, error: String(error) }))
    return response
  }

  /** Fetches the missing files; hashed names never change. Rejects when one does not arrive as it was built. */
  async keep(parts: ReadonlySet<string>): Promise<void> {
    const cache = await this.#open()
    for (const [path, file] of this.#files) {
      const part = filePartOf(path)
      if ((part === null || parts.has(part)) && (await cache.match(path)) === undefined)
        await cache.put(path, await fetchBuilt(file))
    }
  }

  /** Keeps this release's versions of the parts kept by the previous release. */
  async keepAgain(): Promise<void> {
    if (!(await self.caches.has(this.#cacheName))) return
    const kept = await (await this.#open()).keys()
    await this.keep(new Set(kept.flatMap((request) => filePartOf(pathOf(request)) ?? [])))
  }

  async dropOthers(): Promise<void> {
    if (!(await self.caches.has(this.#cacheName))) return
    const cache = await this.#open()
    for (const request of await cache.keys()) if (!this.#files.has(pathOf(request))) await cache.delete(request)
  }

  drop(): Promise<boolean> {
    return self.caches.delete(this.#cacheName)
  }
}

export function serveKeptFiles(listed: readonly BuiltFile[]): void {
  for (const group of FILE_GROUPS) {
    const files = listed.filter(({ url }) => fileGroupOf(url) === group)
    const kept = new KeptGroup(
      group,
      files.map(({ url, integrity }) => ({ url: `/${url}`, integrity })),
    )
    registerRoute(
      ({ url }) => url.origin === self.location.origin && fileGroupOf(url.pathname) === group,
      ({ request, url }) => kept.serve(url.pathname, request),
    )
    // The app would not start without its built-ins; the copy stored with the worker is not available to pages.
    const isNeeded = group === 'builtIns' && lacksBuiltIns()
    self.addEventListener('install', (event) => event.waitUntil(isNeeded ? kept.keep(new Set()) : kept.keepAgain()))
    self.addEventListener('activate', (event) => event.waitUntil(kept.dropOthers()))
    self.addEventListener('message', (event) => {
      const message: unknown = event.data
      if (!isFilesMessage(message) || message.group !== group) return
      // Without a connection: the page asks again the next time it opens.
      const lost = (error: unknown): void => consoleLog.warn('files not kept', { group, error: String(error) })
      const parts = new Set(message.part === undefined ? [] : [message.part])
      event.waitUntil(message.type === 'KEEP_FILES' ? kept.keep(parts).catch(lost) : kept.drop())
    })
  }
}

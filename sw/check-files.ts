/// <reference lib="webworker" />
import { registerRoute } from 'workbox-routing'
import { CHECK_CACHE, DROP_CHECK_FILES, isCheckFile, KEEP_CHECK_FILES } from '../src/lib/check-files.ts'
import { consoleLog } from '../src/lib/log.ts'
import type { BuiltFile } from './fetch-built.ts'
import { dropOtherFiles, keepFiles } from './kept-files.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

const typeOf = (data: unknown): unknown =>
  typeof data === 'object' && data !== null && 'type' in data ? data.type : undefined

/** The cache is there from the pairing on: whoever finds it is an attendant's phone. */
const isAttendants = (): Promise<boolean> => self.caches.has(CHECK_CACHE)

/*
 *   paired ------ page posts KEEP ---> kept ---> next release installs: its files are kept beside the old ones, or it does not install
 *   unpaired ---- page posts DROP ---> gone                                    |
 *                                                                   it takes over: the old ones go
 */
/** The screen at the gate works with no signal on attendants' phones, and costs the drivers' nothing. */
export function serveCheckFiles(listed: readonly BuiltFile[]): void {
  const files = listed.map(({ url, integrity }) => ({ url: `/${url}`, integrity }))
  registerRoute(
    ({ url }) => url.origin === self.location.origin && isCheckFile(url.pathname),
    async ({ request, url }) => (await self.caches.match(url.pathname, { cacheName: CHECK_CACHE })) ?? fetch(request),
  )
  self.addEventListener('install', (event) => {
    event.waitUntil(isAttendants().then((isPaired) => (isPaired ? keepFiles(CHECK_CACHE, files) : undefined)))
  })
  self.addEventListener('activate', (event) => {
    event.waitUntil(isAttendants().then((isPaired) => (isPaired ? dropOtherFiles(CHECK_CACHE, files) : undefined)))
  })
  self.addEventListener('message', (event) => {
    const type = typeOf(event.data)
    // Without a connection: the page asks again when it is opened next.
    const lost = (error: unknown): void => consoleLog.warn('check files not kept', { error: String(error) })
    if (type === KEEP_CHECK_FILES) event.waitUntil(keepFiles(CHECK_CACHE, files).catch(lost))
    if (type === DROP_CHECK_FILES) event.waitUntil(self.caches.delete(CHECK_CACHE))
  })
}

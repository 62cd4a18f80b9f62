/// <reference lib="webworker" />
import { cacheNames } from 'workbox-core/cacheNames.js'
import type { WorkboxPlugin } from 'workbox-core/types.js'
import { addPlugins, cleanupOutdatedCaches, createHandlerBoundToURL, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CHECK_CACHE, DROP_CHECK_FILES, isCheckFile, KEEP_CHECK_FILES } from '../src/lib/check-files.ts'
import { isStreetFile, KEEP_STREET_FILES, STREET_FILES_CACHE } from '../src/lib/street-files.ts'
import { fetchAnew } from './fetch-built.ts'
import { isShellNavigation } from './is-shell-navigation.ts'
import { serveKeptFiles, type SomeFiles } from './kept-files.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

/**
 * Every entry has the hash of its bytes, so the browser gives no others; here it is asked once more for those that its HTTP cache may
 * hold wrong. What is wrong then, too, ends the installation: the old worker stays, and the browser tries again at its next look.
 */
const askAnew: WorkboxPlugin = {
  async handlerDidError({ event, request }) {
    if (event.type !== 'install' || request.cache === 'reload') return undefined
    const response = await fetchAnew(request)
    // Only names that never change are taken from the HTTP cache: these are kept under their own address.
    await (await self.caches.open(cacheNames.precache)).put(request.url, response.clone())
    return response
  },
}

/** The screen at the gate works with no signal on attendants' phones, streets where a map was opened; both cost the others nothing. */
const SOME: ReadonlyArray<Omit<SomeFiles, 'listed'>> = [
  { cacheName: CHECK_CACHE, isOurs: isCheckFile, keepOn: KEEP_CHECK_FILES, dropOn: DROP_CHECK_FILES },
  { cacheName: STREET_FILES_CACHE, isOurs: isStreetFile, keepOn: KEEP_STREET_FILES },
]

/**
 * Navigations always get the precached shell and never touch the network: on a connection that accepts and never answers,
 * a network-first page took 3.4 s to give up, this one 0.2.
 */
export function serveShell(): void {
  const entries = self.__WB_MANIFEST
  addPlugins([askAnew])
  precacheAndRoute(
    entries.filter(({ url }) => SOME.every(({ isOurs }) => !isOurs(url))),
    { cleanURLs: false },
  )
  for (const some of SOME) serveKeptFiles({ ...some, listed: entries.filter(({ url }) => some.isOurs(url)) })
  cleanupOutdatedCaches()
  registerRoute(
    ({ request, url }) =>
      request.mode === 'navigate' && url.origin === self.location.origin && isShellNavigation(url.pathname),
    createHandlerBoundToURL('/index.html'),
  )
}

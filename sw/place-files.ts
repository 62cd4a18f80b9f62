/// <reference lib="webworker" />
import { registerRoute } from 'workbox-routing'
import { consoleLog } from '../src/lib/log.ts'
import { findKeepPlaceFiles, PLACE_CACHE, placeFileStem } from '../src/lib/place-files.ts'
import { type BuiltFile, fetchBuilt } from './fetch-built.ts'
import { dropOtherFiles, keepFiles } from './kept-files.ts'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

const PACK = /^\/assets\/places-/

const isKept = async (): Promise<boolean> => self.caches.has(PLACE_CACHE)

/** Those of which this phone keeps an earlier release's copy. */
async function alsoKeptBefore(files: readonly BuiltFile[]): Promise<readonly BuiltFile[]> {
  const requests = await (await self.caches.open(PLACE_CACHE)).keys()
  const stems = new Set(requests.map(({ url }) => placeFileStem(new URL(url).pathname)))
  return files.filter(({ url }) => stems.has(placeFileStem(url)))
}

/** The file as it was built, kept for the next time; kept or not, the page gets it. */
async function serve(file: BuiltFile): Promise<Response> {
  const cache = await self.caches.open(PLACE_CACHE)
  const kept = await cache.match(file.url)
  if (kept !== undefined) return kept
  const response = await fetchBuilt(file)
  const copy = response.clone()
  await cache
    .put(file.url, copy)
    .catch((error: unknown) => consoleLog.warn('place file not kept', { error: String(error) }))
  return response
}

/** The search as one types works with no signal once it was used, or fetched ahead. */
export function servePlaceFiles(listed: readonly BuiltFile[]): void {
  const files = listed.map(({ url, integrity }) => ({ url: `/${url}`, integrity }))
  const byPath = new Map(files.map((file) => [file.url, file]))
  // Without a connection the page goes without what is not here; it is fetched when it is asked for next.
  const lost = (error: unknown): void => consoleLog.warn('place files not kept', { error: String(error) })
  const keep = (wanted: readonly BuiltFile[]): Promise<void> => keepFiles(PLACE_CACHE, wanted).catch(lost)

  registerRoute(
    ({ url }) => url.origin === self.location.origin && byPath.has(url.pathname),
    ({ url, request }) => {
      const file = byPath.get(url.pathname)
      return file === undefined ? fetch(request) : serve(file)
    },
  )
  self.addEventListener('install', (event) => {
    event.waitUntil(isKept().then(async (is) => (is ? keep(await alsoKeptBefore(files)) : undefined)))
  })
  self.addEventListener('activate', (event) => {
    event.waitUntil(isKept().then((is) => (is ? dropOtherFiles(PLACE_CACHE, files) : undefined)))
  })
  self.addEventListener('message', (event) => {
    const wanted = findKeepPlaceFiles(event.data)
    if (wanted === undefined) return
    const { country } = wanted
    const pack = country === null ? null : `/assets/places-${country}`
    event.waitUntil(keep(files.filter(({ url }) => !PACK.test(url) || placeFileStem(url) === pack)))
  })
}

/**
 * After a deploy, an open page may request a chunk that no longer exists. One reload fetches the new release; a second
 * one would loop.
 */
import { addSheet } from './add-sheet.ts'

const RELOAD_KEY = 'baywise-chunk-reload'
const RETRY_KEY = 'baywise-chunk-retries'

/** A lazy chunk that could not be loaded, as opposed to an error inside a screen. */
export class ChunkLoadError extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be loaded', { cause })
    this.name = 'ChunkLoadError'
  }
}

/** Returns null also when the browser blocks storage. */
const readTab = (key: string): string | null => {
  try {
    return sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** Returns whether the value was stored. */
const writeTab = (key: string, value: string): boolean => {
  try {
    sessionStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

/** How often the driver has retried in this tab since a chunk last loaded. */
export const countRetry = {
  get: (): number => Number(readTab(RETRY_KEY) ?? 0),
  add: (): void => void writeTab(RETRY_KEY, String(countRetry.get() + 1)),
}

/**
 * Returns the missing chunks for which this tab has already reloaded. Another chunk that loads says nothing about them.
 */
function reloadedFor(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(readTab(RELOAD_KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

const keep = (names: readonly string[]): boolean => writeTab(RELOAD_KEY, JSON.stringify(names))

function forget(name: string): void {
  const names = reloadedFor()
  if (!names.includes(name)) return
  keep(names.filter((known) => known !== name))
  writeTab(RETRY_KEY, '0')
}

/** Allows a reload only when it can be recorded: otherwise the page would reload in a loop. */
function mayReload(name: string): boolean {
  const names = reloadedFor()
  return navigator.onLine && !names.includes(name) && keep([...names, name])
}

const NEVER = new Promise<never>(() => undefined)

/**
 * How long the next page may take to begin on a slow line. A page restored from the back/forward cache waits out the
 * remainder.
 */
const LEAVING_MS = 15_000

let leftAt = -Infinity
// During the build's rendering there is no page to leave.
if (!import.meta.env.SSR) addEventListener('beforeunload', () => (leftAt = performance.now()))

/**
 * Waits until a navigation away can no longer be under way: a page being left cannot load anything, and a reload would
 * keep the driver on it.
 */
async function untilStays(): Promise<void> {
  const restMs = leftAt + LEAVING_MS - performance.now()
  if (restMs > 0) await new Promise((resolve) => setTimeout(resolve, restMs))
}

/**
 * Loads a chunk and the stylesheet that only this chunk needs. When one is missing while online, reloads the page once;
 * otherwise rejects with `ChunkLoadError`. A chunk is identified by the source text of its `load`, which contains its
 * address: a new release has new addresses, and its own reload.
 */
export async function loadChunk<Module>(load: () => Promise<Module>, sheet = ''): Promise<Module> {
  const name = String(load)
  try {
    const [module] = await Promise.all([load(), addSheet(sheet)])
    forget(name)
    return module
  } catch (error) {
    await untilStays()
    if (!mayReload(name)) throw new ChunkLoadError(error)
    location.reload()
    return NEVER
  }
}

import { deletePassWindows } from './pass-windows.ts'
import { readLocalText, removeLocalText, writeLocalText } from './local-storage.ts'

/**
 * Snapshot of a screen as last seen, shown on relaunch before the app has started. It is only a picture: the mirror
 * remains the source of truth, and the app replaces the snapshot as soon as it runs. Kept in localStorage because the
 * first paint cannot wait for a database to open.
 */
export interface PageSnapshot {
  /** The stylesheet it was rendered with; after an update its class names are meaningless. */
  readonly build: string
  /** BCP 47. */
  readonly language: string
  /** Expiry in epoch milliseconds; later the content may be outdated. */
  readonly untilMs: number
  readonly html: string
}

const KEY = 'baywise-stills'
/** Home, the wallet, and the passes last seen. */
const MAX_SNAPSHOTS = 5

type Stills = Readonly<Record<string, PageSnapshot>>

const isStill = (value: unknown): value is PageSnapshot => {
  if (typeof value !== 'object' || value === null) return false
  const still = value as Record<string, unknown>
  return (
    typeof still['build'] === 'string' &&
    typeof still['language'] === 'string' &&
    typeof still['untilMs'] === 'number' &&
    typeof still['html'] === 'string'
  )
}

/** Anything we did not write counts as missing. */
function readAll(): Stills {
  try {
    const kept: unknown = JSON.parse(readLocalText(KEY) ?? '{}')
    if (typeof kept !== 'object' || kept === null) return {}
    return Object.fromEntries(
      Object.entries(kept).filter((entry): entry is [string, PageSnapshot] => isStill(entry[1])),
    )
  } catch {
    return {}
  }
}

export const findPageSnapshot = (path: string): PageSnapshot | undefined => readAll()[path]

/**
 * Saves the most recently seen snapshots. Returns false when storage is full: the next relaunch then shows the plain
 * shell first.
 */
export function savePageSnapshot(path: string, still: PageSnapshot): boolean {
  const { [path]: _replaced, ...others } = readAll()
  return writeLocalText(
    KEY,
    JSON.stringify(Object.fromEntries([...Object.entries(others).slice(1 - MAX_SNAPSHOTS), [path, still]])),
  )
}

export function deletePageSnapshot(path: string): void {
  const { [path]: dropped, ...others } = readAll()
  if (dropped !== undefined) writeLocalText(KEY, JSON.stringify(others))
}

/** Called at sign-out, so that no data of the driver stays readable. */
export function deletePageSnapshots(): void {
  removeLocalText(KEY)
  deletePassWindows()
}

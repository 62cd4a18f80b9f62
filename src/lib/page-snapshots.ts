import { deletePassWindows } from './pass-windows.ts'
import { readLocalText, removeLocalText, writeLocalText } from './local-storage.ts'

/**
 * What a screen looked like when it was last seen, so that a relaunch shows it before the app itself has started. A picture and
 * nothing more: the mirror stays the one truth, and the app replaces it as soon as it runs. In localStorage because
 * the first paint cannot wait for a database to open.
 */
export interface PageSnapshot {
  /** The stylesheet that it was drawn with; after an update its class names would mean nothing. */
  readonly build: string
  /** BCP 47. */
  readonly language: string
  /** Epoch milliseconds from which it might no longer be true. */
  readonly untilMs: number
  readonly html: string
}

const KEY = 'baywise-stills'
/** Home, the wallet, and the passes seen last. */
const MOST = 5

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

/** Whatever is not ours is as good as nothing. */
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

/** Keeps the stills seen last. False where the browser has no room: then the next relaunch shows the plain shell first. */
export function savePageSnapshot(path: string, still: PageSnapshot): boolean {
  const { [path]: _replaced, ...others } = readAll()
  return writeLocalText(
    KEY,
    JSON.stringify(Object.fromEntries([...Object.entries(others).slice(1 - MOST), [path, still]])),
  )
}

export function deletePageSnapshot(path: string): void {
  const { [path]: dropped, ...others } = readAll()
  if (dropped !== undefined) writeLocalText(KEY, JSON.stringify(others))
}

/** At sign-out: nothing of the driver stays readable, nor does a start lead to a pass. */
export function deletePageSnapshots(): void {
  removeLocalText(KEY)
  deletePassWindows()
}

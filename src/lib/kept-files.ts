import { observable } from './observable.ts'

/**
 * Files of the build that are not installed with the app. `gate`: the screen at the gate and its decoder, which an attendant's phone
 * keeps from the pairing on. `later`: pages that few drivers open or that do little without a connection; they are kept when the app
 * has time, so that the first installation is small.
 */
const PATTERNS = {
  gate: /^\/?assets\/(?:check-screen|decoder-worker)-[^/]+\.js$/,
  later:
    /^\/?assets\/(?:proof|payment|payment-result|add-funds|withdraw|register|forgot-password|verify|blog|post)-screen-[^/]+\.js$/,
} as const

export type FileGroup = keyof typeof PATTERNS
export const FILE_GROUPS = Object.keys(PATTERNS) as FileGroup[]

/** Null: installed with the app. */
export const fileGroupOf = (path: string): FileGroup | null =>
  FILE_GROUPS.find((group) => PATTERNS[group].test(path)) ?? null

/** Not named `baywise-…`: those are pictures, which a full phone gives up first. */
export const GROUP_CACHE: Readonly<Record<FileGroup, string>> = { gate: 'attendant-files', later: 'later-files' }

/** What a page posts to its worker. */
export interface FilesMessage {
  readonly type: 'KEEP_FILES' | 'DROP_FILES'
  readonly group: FileGroup
}

/** Whether this phone is an attendant's; null until somebody knows. */
export const isAttendantPhone = observable<boolean | null>(null)

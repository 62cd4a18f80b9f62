import { observable } from './observable.ts'

/**
 * What only an attendant's phone needs: the screen at the gate and its decoder. Not installed with the app; the worker keeps them from
 * the pairing on.
 */
const PATTERN = /^\/?assets\/(?:check-screen|decoder-worker)-[^/]+\.js$/

export const isCheckFile = (path: string): boolean => PATTERN.test(path)

/** Not named `baywise-…`: those are pictures, which a full phone gives up first. */
export const CHECK_CACHE = 'attendant-files'

/** What a page posts to its worker. */
export const KEEP_CHECK_FILES = 'KEEP_CHECK_FILES'
export const DROP_CHECK_FILES = 'DROP_CHECK_FILES'

/** Whether this phone is an attendant's; null until somebody knows. */
export const isAttendantPhone = observable<boolean | null>(null)

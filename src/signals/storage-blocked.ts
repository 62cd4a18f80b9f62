import { observable } from '../lib/observable.ts'

/**
 * True while another tab keeps an older database open that this release must upgrade first: ask the driver to close
 * that tab.
 */
export const storageBlocked = observable(false)

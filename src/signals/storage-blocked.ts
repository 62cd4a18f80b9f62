import { observable } from '../lib/observable.ts'

/** True while another tab keeps an older database open that this release has to upgrade first: ask the driver to close it. */
export const storageBlocked = observable(false)

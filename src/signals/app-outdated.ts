import { observable } from '../lib/observable.ts'

/** True once another tab runs a newer release whose database this one must not write to: ask the driver to reload. */
export const appOutdated = observable(false)

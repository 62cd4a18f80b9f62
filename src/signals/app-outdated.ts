import { observable } from '../lib/observable.ts'

/** True once another tab runs a newer release whose database this tab must not write to: ask the driver to reload. */
export const appOutdated = observable(false)

import { observable } from './observable.ts'

/** True once it was found that the browser has thrown away what the app had stored: say so, and fetch it again. */
export const storageLost = observable(false)

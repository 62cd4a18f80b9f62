import { observable } from '../lib/observable.ts'

/** True while this phone's storage takes so long to answer that the driver should be told. */
export const storageSlow = observable(false)

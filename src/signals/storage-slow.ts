import { observable } from '../lib/observable.ts'

/** True while this phone's storage takes longer to answer than anybody waits without a word. */
export const storageSlow = observable(false)

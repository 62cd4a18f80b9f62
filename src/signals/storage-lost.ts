import { readLocalText, removeLocalText, writeLocalText } from '../lib/local-storage.ts'
import { observable, type Observable } from '../lib/observable.ts'

const KEY = 'storageLost'

/** Outlives a reload: the driver may not have seen it yet. */
function stored(): Observable<boolean> {
  const current = observable(readLocalText(KEY) !== null)
  return {
    ...current,
    set: (isLost) => {
      if (isLost) writeLocalText(KEY, 'true')
      else removeLocalText(KEY)
      current.set(isLost)
    },
  }
}

/** True once it was found that the browser has thrown away what the app had stored, until the driver has read it. */
export const storageLost = stored()

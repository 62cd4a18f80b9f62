import { readLocalText, removeLocalText, writeLocalText } from '../lib/local-storage.ts'
import { observable, type Observable } from '../lib/observable.ts'

const KEY = 'storageLost'

/** Survives a reload: the driver may not have seen the notice yet. */
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

/** True from when the app notices that the browser deleted its stored data until the driver has read the notice. */
export const storageLost = stored()

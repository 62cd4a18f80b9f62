import { readLocalText, writeLocalText } from '../lib/local-storage.ts'
import { observable } from '../lib/observable.ts'

/** Stored like the appearance: a choice of this phone, whoever is signed in. */
const KEY = 'baywise-maps'

/** The maps app that the driver chose last; null when none yet. May be a name from another release. */
export const chosenMapApp = observable<string | null>(readLocalText(KEY))

export function chooseMapApp(app: string): void {
  writeLocalText(KEY, app)
  chosenMapApp.set(app)
}

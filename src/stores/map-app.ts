import { readLocalText, writeLocalText } from '../lib/local-storage.ts'
import { observable } from '../lib/observable.ts'

/** Beside the appearance: a choice of this phone's, whoever is signed in. */
const KEY = 'baywise-maps'

/** The name of the maps app that the driver chose last; null: none yet. Names of other releases may stand here. */
export const chosenMapApp = observable<string | null>(readLocalText(KEY))

export function chooseMapApp(app: string): void {
  writeLocalText(KEY, app)
  chosenMapApp.set(app)
}

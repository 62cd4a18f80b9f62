import { readLocalText, removeLocalText, writeLocalText } from '../lib/local-storage.ts'
import { observable } from '../lib/observable.ts'

export type Appearance = 'system' | 'light' | 'dark'

/**
 * Prefixed because the key is not one of the specification's; in local storage and not in a database because the first
 * paint needs it.
 */
const KEY = 'baywise-appearance'

const isChosen = (value: string | null): value is 'light' | 'dark' => value === 'light' || value === 'dark'

const stored = readLocalText(KEY)

export const appearance = observable<Appearance>(isChosen(stored) ? stored : 'system')

/** Sets the choice on `<html>`, where the tokens read it. */
export const applyAppearance = (): void => {
  const chosen = appearance.get()
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

export function chooseAppearance(next: Appearance): void {
  if (next === 'system') removeLocalText(KEY)
  else writeLocalText(KEY, next)
  appearance.set(next)
  applyAppearance()
}

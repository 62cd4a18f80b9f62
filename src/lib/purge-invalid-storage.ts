import { readLocalText, removeLocalText } from './local-storage.ts'

const isObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null
  } catch {
    return false
  }
}

/**
 * Keys that the specification defines in localStorage and that something older may have left invalid. The app's own
 * copies are in its databases; `selectedCountry` validates itself.
 */
const VALID: ReadonlyArray<readonly [key: string, isValid: (text: string) => boolean]> = [
  ['profile', isObject],
  ['countries', isObject],
  ['states', isObject],
  ['user', isObject],
  ['email', (text) => /^[^@\s]+@[^@\s]+$/.test(text)],
]

/** Removes invalid stored values at start-up. */
export function purgeInvalidStorage(): void {
  for (const [key, isValid] of VALID) {
    const text = readLocalText(key)
    if (text !== null && !isValid(text)) removeLocalText(key)
  }
}

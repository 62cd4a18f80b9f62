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
 * Texts that the specification keeps in the browser and that may be left there, broken, by something older. What this app needs of
 * them is in its databases; `selectedCountry` looks after itself.
 */
const VALID: ReadonlyArray<readonly [key: string, isValid: (text: string) => boolean]> = [
  ['profile', isObject],
  ['countries', isObject],
  ['states', isObject],
  ['user', isObject],
  ['email', (text) => /^[^@\s]+@[^@\s]+$/.test(text)],
]

/** At start: an invalid stored value is removed. */
export function purgeInvalidStorage(): void {
  for (const [key, isValid] of VALID) {
    const text = readLocalText(key)
    if (text !== null && !isValid(text)) removeLocalText(key)
  }
}

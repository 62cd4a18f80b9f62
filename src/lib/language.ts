import { readLocalText, writeLocalText } from './local-storage.ts'

export type Language = 'en' | 'fr'

const STORAGE_KEY = 'language'

export const isLanguage = (value: string | null): value is Language => value === 'en' || value === 'fr'

/** Returns the stored choice, else French if the browser prefers it, else English. */
export const preferredLanguage = (browserLanguage: string | undefined): Language => {
  const stored = readLocalText(STORAGE_KEY)
  if (isLanguage(stored)) return stored
  return browserLanguage?.toLowerCase().startsWith('fr') === true ? 'fr' : 'en'
}

/** Returns whether the choice will survive a restart. */
export const storeLanguage = (language: Language): boolean => writeLocalText(STORAGE_KEY, language)

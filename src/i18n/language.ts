import { readLocalText, writeLocalText } from '../lib/local-text.ts'

export type Language = 'en' | 'fr'

/** Each language named in itself, so that whoever reads only that one finds it. */
export const LANGUAGES: ReadonlyArray<{ readonly code: Language; readonly name: string }> = [
  { code: 'en', name: 'English' },
  { code: 'fr', name: 'Français' },
]

const STORAGE_KEY = 'language'

export const isLanguage = (value: string | null): value is Language => value === 'en' || value === 'fr'

/** The stored choice, else French where the browser asks for it, else English. */
export const preferredLanguage = (browserLanguage: string | undefined): Language => {
  const stored = readLocalText(STORAGE_KEY)
  if (isLanguage(stored)) return stored
  return browserLanguage?.toLowerCase().startsWith('fr') === true ? 'fr' : 'en'
}

/** Returns whether the choice will survive a restart. */
export const storeLanguage = (language: Language): boolean => writeLocalText(STORAGE_KEY, language)

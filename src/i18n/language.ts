import type { Language } from '../lib/language.ts'

/** Each language is named in itself, so that its speakers can find it. */
export const LANGUAGES: ReadonlyArray<{ readonly code: Language; readonly name: string }> = [
  { code: 'en', name: 'English' },
  { code: 'fr', name: 'Français' },
]

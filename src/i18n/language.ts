import type { Language } from '../lib/language.ts'

/** Each language named in itself, so that whoever reads only that one finds it. */
export const LANGUAGES: ReadonlyArray<{ readonly code: Language; readonly name: string }> = [
  { code: 'en', name: 'English' },
  { code: 'fr', name: 'Français' },
]

import { globSync, readFileSync } from 'node:fs'
import type { Language } from '../../src/lib/language.ts'

/**
 * Exact texts that may keep a refused word, each with its reason. English texts of the specification are read from its
 * table.
 */
const ALLOWED: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    'WRONG PARK': 'one of the ten verdicts',
    UNKNOWN: 'one of the ten verdicts',
    'Staff or emergency vehicle': 'whose vehicle it is, not who checks passes',
    'Entrance not marked': 'of the map: where on it one drives in',
    'Search this area': 'of the map, not part of a country',
    'Point the camera at the operator’s QR code.': 'an attendant knows one operator, the car park’s',
    'The operator agreed': 'an attendant knows one operator, the car park’s',
    'Profile, vehicles, bookings, payments, sessions, as a JSON file': 'a session of a sign-in',
    'Your name, addresses, phone number, vehicles, passkeys and sessions are deleted from this phone and from Baywise. Gifts and welcome credit are lost. You can’t undo this.':
      'a session of a sign-in',
    'An account exists with this email already. Please sign in with your original method.':
      'the specification looks for “account exists” in it',
    'Park ID is required': 'the specification’s own words',
  },
  fr: {
    'Réponse du serveur non valide': '«Invalid response from server» is the specification’s own',
    'Recharger quand le solde passe sous ({symbol})': 'the verb passer',
    'Le nouvel essai': 'of a request, nothing of the demo',
  },
}

/** Reads the texts listed in one area of docs/spec-table. */
const textsOf = (file: string): string[] => {
  const rows: unknown = JSON.parse(readFileSync(file, 'utf8'))
  if (!Array.isArray(rows)) throw new Error(`${file} is no list`)
  return rows.flatMap((row: { readonly kind?: unknown; readonly value?: unknown }) =>
    row.kind === 'text' && typeof row.value === 'string' ? [row.value] : [],
  )
}

/** Texts that may contain a refused word, each with its reason. */
export function allowedTexts(language: Language): Readonly<Record<string, string>> {
  if (language !== 'en') return ALLOWED[language]
  const specified = globSync('docs/spec-table/*.json').flatMap(textsOf)
  return { ...Object.fromEntries(specified.map((text) => [text, 'the specification’s own words'])), ...ALLOWED.en }
}

/** Allowances that no text needs: a list that only grows becomes meaningless. */
export const unusedAllowances = (language: Language, texts: ReadonlySet<string>): string[] =>
  Object.keys(ALLOWED[language])
    .filter((text) => !texts.has(text))
    .map((text) => `allowed and said nowhere (${language}): ${text}`)

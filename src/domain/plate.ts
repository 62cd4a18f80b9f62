import { findPlateFormats, type PlateFormat } from './plate-formats.ts'
import type { CountryCode } from './country.ts'

/** A hint, never a refusal: personal, diplomatic and old plates are valid. */
export type PlateWarning =
  | { readonly kind: 'unusual_format'; readonly example: string }
  /** Valid once look-alikes are swapped (such as a 0 typed for an O): `suggestion` is the corrected plate. */
  | { readonly kind: 'look_alike'; readonly suggestion: string }

export interface PlateOrigin {
  readonly country: CountryCode
  /** Province or state, by code (`ON`) or name (`Ontario`). */
  readonly region?: string | null
}

/**
 * Converts to upper case and removes spaces, hyphens, dots, accents and invisible characters; anything else that is not
 * a letter or digit stays and makes the plate invalid.
 */
export const normalisePlate = (raw: string): string =>
  raw
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cc}\p{Cf}\s.\-\u2010-\u2015\u2212·•]/gu, '')
    .toUpperCase()

/** `normalised`: 1 to 12 letters and digits. */
export const isPlate = (normalised: string): boolean => /^[0-9A-Z]{1,12}$/.test(normalised)

export function findPlateWarning(normalised: string, origin: PlateOrigin): PlateWarning | undefined {
  const formats = findPlateFormats(origin.country, origin.region)
  if (formats.some(({ pattern }) => pattern.test(normalised))) return undefined
  const suggestion = findReading(normalised, formats)
  if (suggestion !== undefined) return { kind: 'look_alike', suggestion }
  const example = formats[0]?.example
  return example === undefined ? undefined : { kind: 'unusual_format', example }
}

const TO_LETTER: Readonly<Record<string, string>> = { '0': 'O', '1': 'I', '8': 'B', '5': 'S', '2': 'Z' }
const TO_DIGIT: Readonly<Record<string, string>> = { O: '0', I: '1', B: '8', S: '5', Z: '2' }

/** Whether two plates are easily confused: equal once O/0, I/1, B/8, S/5 and Z/2 are treated as one. */
export const looksLike = (a: string, b: string): boolean => toDigits(a) === toDigits(b)

const toDigits = (plate: string): string => plate.replace(/[OIBSZ]/g, (letter) => TO_DIGIT[letter] ?? letter)

/** More swaps than this indicate a word, not a typing error: BIGBOSS is not BIGB055. */
const MAX_SWAPS = 2

/** Finds a reading that fits a format's example, with letters and digits in the same positions. */
function findReading(normalised: string, formats: readonly PlateFormat[]): string | undefined {
  for (const { pattern, example } of formats) {
    const shape = normalisePlate(example)
    const reading = Array.from(normalised, (character, index) => {
      const expected = shape[index]
      if (expected === undefined) return character
      return (/[0-9]/.test(expected) ? TO_DIGIT[character] : TO_LETTER[character]) ?? character
    }).join('')
    const swaps = Array.from(reading).filter((character, index) => character !== normalised[index]).length
    if (swaps <= MAX_SWAPS && pattern.test(reading)) return reading
  }
  return undefined
}

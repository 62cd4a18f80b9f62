/** Control characters and line breaks, which become spaces. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/gu
/**
 * Bidirectional control characters, which affect all following text on a screen, and the byte order mark. Joiners stay:
 * scripts and emoji need them.
 */
const TURNS = /[\u202a-\u202e\u2066-\u2069\ufeff]/g
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu
const SEEN = /[^\p{C}\p{Z}]/u

/** Removes invisible characters that were copied along, for values written in Latin letters and digits. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/**
 * Normalises user text in any script for storage: NFC, single spaces, no control characters. Returns an empty string
 * when nothing is visible.
 */
export function toPlainText(text: string): string {
  const plain = text.replace(BREAKS, ' ').replace(TURNS, '').replace(/\s+/g, ' ').trim().normalize('NFC')
  return SEEN.test(plain) ? plain : ''
}

/** Control characters and line ends: to a driver they are spaces. */
const BREAKS = /[\p{Cc}\p{Zl}\p{Zp}]/gu
/** Signs that turn the direction of all that follows on a screen, and the byte order mark. Joiners stay: scripts and emoji need them. */
const TURNS = /[\u202a-\u202e\u2066-\u2069\ufeff]/g
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu
const SEEN = /[^\p{C}\p{Z}]/u

/** What no keyboard shows and what comes along when text is copied, taken out of what is written in Latin letters and digits. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')

/** Words of a driver in any script as they are kept: composed, one space between them, nothing that upsets a line; empty when nothing shows. */
export function toPlainText(text: string): string {
  const plain = text.replace(BREAKS, ' ').replace(TURNS, '').replace(/\s+/g, ' ').trim().normalize('NFC')
  return SEEN.test(plain) ? plain : ''
}

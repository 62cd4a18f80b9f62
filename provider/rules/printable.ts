/** Characters in the standard fonts of every PDF reader: Windows-1252, which covers English and French. */
const EXTRA = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

const isPrintable = (character: string): boolean =>
  /[\u0020-\u007e\u00a0-\u00ff]/.test(character) || EXTRA.includes(character)

/**
 * Returns a name in printable letters; unsupported marks are dropped (Yoruba's ṣ becomes s). Empty when any letter
 * remains unprintable: a partial name would be a different one.
 */
export function toPrintable(text: string): string {
  const plain = Array.from(text.normalize('NFC'), (character) =>
    isPrintable(character) ? character : character.normalize('NFD').replace(/\p{M}/gu, ''),
  ).join('')
  return Array.from(plain).every(isPrintable) ? plain : ''
}

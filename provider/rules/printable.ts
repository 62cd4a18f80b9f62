/** What the fonts of every PDF reader have: Windows-1252, so all of English and French. */
const EXTRA = '€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ'

const isPrintable = (character: string): boolean =>
  /[\u0020-\u007e\u00a0-\u00ff]/.test(character) || EXTRA.includes(character)

/**
 * A name in letters that can be printed: those with marks of other languages lose the marks (Yoruba's ṣ is s). Empty when a letter is left
 * that cannot be printed: half a name would be another one.
 */
export function toPrintable(text: string): string {
  const plain = Array.from(text.normalize('NFC'), (character) =>
    isPrintable(character) ? character : character.normalize('NFD').replace(/\p{M}/gu, ''),
  ).join('')
  return Array.from(plain).every(isPrintable) ? plain : ''
}

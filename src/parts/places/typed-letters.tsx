import { normaliseText, searchTokens } from '../../domain/search-text.ts'

/**
 * Returns how many letters at the start of a word normalise to the typed text; 0 when the word does not start with it.
 */
function lengthTyped(word: string, typed: readonly string[]): number {
  for (let length = word.length; length > 0; length -= 1)
    if (typed.includes(normaliseText(word.slice(0, length)))) return length
  return 0
}

/** A name with the typed letters in bold, so that the driver only has to read the rest. */
export function TypedLetters({ name, text }: { readonly name: string; readonly text: string }) {
  const typed = searchTokens(text)
  // Splitting at a capture group keeps the words: they are the odd pieces.
  const pieces = name.split(/([\p{L}\p{N}\p{M}]+)/u)
  return pieces.map((piece, index) => {
    const length = index % 2 === 0 ? 0 : lengthTyped(piece, typed)
    // Pieces of one name never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    return length === 0 ? piece : [<b key={index}>{piece.slice(0, length)}</b>, piece.slice(length)]
  })
}

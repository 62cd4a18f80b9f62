import { normaliseText, searchTokens } from '../../domain/search-text.ts'

/** Letters at the beginning of a word that normalise to what was typed; 0 when the word does not begin so. */
function lengthTyped(word: string, typed: readonly string[]): number {
  for (let length = word.length; length > 0; length -= 1)
    if (typed.includes(normaliseText(word.slice(0, length)))) return length
  return 0
}

/** A name with the letters that were typed in bold: the rest is what the driver still has to read. */
export function TypedLetters({ name, text }: { readonly name: string; readonly text: string }) {
  const typed = searchTokens(text)
  // Odd pieces are the words: a split at a group keeps it.
  const pieces = name.split(/([\p{L}\p{N}\p{M}]+)/u)
  return pieces.map((piece, index) => {
    const length = index % 2 === 0 ? 0 : lengthTyped(piece, typed)
    // Pieces of one name never change their order.
    // oxlint-disable-next-line react/no-array-index-key
    return length === 0 ? piece : [<b key={index}>{piece.slice(0, length)}</b>, piece.slice(length)]
  })
}

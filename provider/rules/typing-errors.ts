/** Errors that a word may have and still be meant: none in short ones and in numbers, 1 in 4 to 7 letters, 2 above. */
export function allowedErrors(typed: string): 0 | 1 | 2 {
  const letters = Array.from(typed).length
  if (letters < 4 || /\p{N}/u.test(typed)) return 0
  return letters < 8 ? 1 : 2
}

/** Whoever types on has not typed the end yet; of a shorter beginning too much would be similar. */
const BEGINNING = 6

/**
 * How many letters are wrong, missing, too many or swapped with their neighbour between what was typed and a word, or the beginning of
 * one where six letters are typed; undefined where it is more than the word may have. Both normalised.
 */
export function countTypingErrors(typed: string, word: string): number | undefined {
  const most = allowedErrors(typed)
  const [from, to] = [Array.from(typed), Array.from(word)]
  if (most === 0 || to.length < from.length - most) return undefined
  const isBeginning = from.length >= BEGINNING
  if (!isBeginning && to.length > from.length + most) return undefined
  const last = lastRow(from, to.slice(0, from.length + most))
  const errors = isBeginning ? Math.min(...last) : (last.at(-1) ?? Infinity)
  return errors <= most ? errors : undefined
}

/** Errors between all of `from` and each beginning of `to`: edit distance with swaps of neighbours (optimal string alignment). */
function lastRow(from: readonly string[], to: readonly string[]): readonly number[] {
  let before: readonly number[] = []
  let row: readonly number[] = Array.from({ length: to.length + 1 }, (_, n) => n)
  for (const [i, letter] of from.entries()) {
    const next = [i + 1]
    for (const [j, other] of to.entries()) {
      const same = (row[j] ?? 0) + (letter === other ? 0 : 1)
      const swapped =
        i > 0 && j > 0 && letter === to[j - 1] && from[i - 1] === other ? (before[j - 1] ?? 0) + 1 : Infinity
      next.push(Math.min(same, swapped, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1))
    }
    before = row
    row = next
  }
  return row
}

/** What a word found by an error more weighs: no number of beginnings outweighs it. */
const ERROR = 100
const BEGUN = 1

/** How far a park's word is from the typed one: 0 the same, 1 begun by it, then by typing errors; undefined: another word. */
export function wordPenalty(typed: string, word: string): number | undefined {
  if (word === typed) return 0
  if (word.startsWith(typed)) return BEGUN
  const errors = countTypingErrors(typed, word)
  return errors === undefined ? undefined : ERROR * errors
}

/** Fewer parks than these that really have the words, and those of similar words are shown behind them. */
export const FEW_FOUND = 10

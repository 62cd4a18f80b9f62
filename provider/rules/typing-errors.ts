import { countEdits, editsAllowed } from '../../src/domain/typing-errors.ts'

/** Whoever types on has not typed the end yet; of a shorter beginning too much would be similar. */
const BEGINNING = 6

/**
 * How many errors are between what was typed and a word, or the beginning of one where six letters are typed; undefined where it is
 * more than the word may have. Both normalised.
 */
export function countTypingErrors(typed: string, word: string): number | undefined {
  const most = editsAllowed(typed)
  if (most === 0) return undefined
  const { whole, beginning } = countEdits(typed, word, most)
  const errors = typed.length >= BEGINNING ? beginning : whole
  return errors <= most ? errors : undefined
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

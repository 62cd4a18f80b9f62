import { countEdits, editsAllowed } from '../../src/domain/typing-errors.ts'

/**
 * From this length a word's beginning may match, since the user may still be typing; a shorter beginning would resemble
 * too many words.
 */
const BEGINNING = 6

/**
 * Counts the errors between the typed text and a word, or the beginning of one once six letters are typed. Undefined
 * when there are more than the word allows. Both normalised.
 */
export function countTypingErrors(typed: string, word: string): number | undefined {
  const most = editsAllowed(typed)
  if (most === 0) return undefined
  const { whole, beginning } = countEdits(typed, word, most)
  const errors = typed.length >= BEGINNING ? beginning : whole
  return errors <= most ? errors : undefined
}

/** Penalty per typing error; outweighs any number of prefix matches. */
const ERROR = 100
const BEGUN = 1

/**
 * How far a park's word is from the typed one: 0 when equal, 1 when it begins with the typed text, more for typing
 * errors. Undefined when it is a different word.
 */
export function wordPenalty(typed: string, word: string): number | undefined {
  if (word === typed) return 0
  if (word.startsWith(typed)) return BEGUN
  const errors = countTypingErrors(typed, word)
  return errors === undefined ? undefined : ERROR * errors
}

/** When fewer parks than this match the words exactly, parks with similar words are listed after them. */
export const FEW_FOUND = 10

/** Edit distance to a word as a whole, and to its closest prefix. */
export interface Edits {
  readonly whole: number
  readonly beginning: number
}

/** Longer words are not corrected. */
const MAX_LENGTH = 32

const rows = [new Uint8Array(2 * MAX_LENGTH), new Uint8Array(2 * MAX_LENGTH), new Uint8Array(2 * MAX_LENGTH)] as const

/**
 * Counts the letters to insert, delete, replace or swap with their neighbour (optimal string alignment) to turn `typed`
 * into `word`, or into a prefix of it. A value above `most` only means more than `most`.
 */
export function countEdits(typed: string, word: string, most: number): Edits {
  const width = Math.min(word.length, typed.length + most)
  let [before, last, next] = rows as readonly Uint8Array[] as [Uint8Array, Uint8Array, Uint8Array]
  for (let column = 0; column <= width; column += 1) last[column] = column
  for (let row = 1; row <= typed.length; row += 1) {
    const letter = typed.charCodeAt(row - 1)
    let least = row
    next[0] = row
    for (let column = 1; column <= width; column += 1) {
      const other = word.charCodeAt(column - 1)
      const above = last[column] ?? 0
      let cost = Math.min((last[column - 1] ?? 0) + (letter === other ? 0 : 1), above + 1, (next[column - 1] ?? 0) + 1)
      const isSwap =
        row > 1 && column > 1 && letter === word.charCodeAt(column - 2) && typed.charCodeAt(row - 2) === other
      if (isSwap) cost = Math.min(cost, (before[column - 2] ?? 0) + 1)
      next[column] = cost
      if (cost < least) least = cost
    }
    if (least > most) return { whole: most + 1, beginning: most + 1 }
    ;[before, last, next] = [last, next, before]
  }
  let beginning = most + 1
  for (let column = 0; column <= width; column += 1) beginning = Math.min(beginning, last[column] ?? beginning)
  return { whole: width === word.length ? (last[width] ?? most + 1) : most + 1, beginning }
}

const FEW_LETTERS = 4
const MANY_LETTERS = 8

/** Returns the number of typing errors tolerated in a word: none in short ones, 1 from 4 letters, 2 from 8. */
export const editsAllowed = (word: string): number => {
  if (word.length < FEW_LETTERS || word.length > MAX_LENGTH - 2 || /\d/.test(word)) return 0
  return word.length < MANY_LETTERS ? 1 : 2
}

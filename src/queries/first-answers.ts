/**
 * Answers to what a relaunch's first page asks of the mirror, by what asks: read while its code is still on the way, so that React draws that page
 * once, with them, and not once more for each answer that comes. Only until it stands: from then on live queries know better.
 */
const answers = new Map<unknown, unknown>()
let isOver = false

/** Undefined: it was not read ahead. */
export const firstAnswer = (asker: unknown): unknown => answers.get(asker)

/** `asker`: a read, or what names it. A failure is met again, and told, by the query itself. */
export async function readFirst<T>(asker: unknown, read: () => Promise<T>): Promise<T> {
  const answer = await read()
  if (!isOver) answers.set(asker, answer)
  return answer
}

/** The first page stands. */
export function forgetFirstAnswers(): void {
  isOver = true
  answers.clear()
}

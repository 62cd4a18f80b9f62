/**
 * Results of the mirror reads of a relaunch's first page, by their key. They are read while the page's code is still
 * loading, so that React renders the page once instead of again for each result. Used only until that page is rendered;
 * live queries take over afterwards.
 */
const answers = new Map<unknown, unknown>()
let isOver = false

/** Returns undefined when it was not read ahead. */
export const firstAnswer = (asker: unknown): unknown => answers.get(asker)

/** `asker`: the read function, or a key that names it. The query itself meets and reports any failure again. */
export async function readFirst<T>(asker: unknown, read: () => Promise<T>): Promise<T> {
  const answer = await read()
  if (!isOver) answers.set(asker, answer)
  return answer
}

/** Called once the first page is rendered. */
export function forgetFirstAnswers(): void {
  isOver = true
  answers.clear()
}

/** Runs at most `most` tasks at once; the others wait in order of arrival. */
export function takeTurns(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0
  const waiting: Array<() => void> = []
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else running += 1
    try {
      return await work()
    } finally {
      // The next waiting task inherits the slot, so that a task arriving meanwhile cannot take it.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}

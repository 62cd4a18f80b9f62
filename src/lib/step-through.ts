/** Runs pausing work to its end without pauses. */
export function stepThrough<T>(work: Iterator<unknown, T>): T {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

/** Work that pauses by itself, done without a pause. */
export function stepThrough<T>(work: Iterator<unknown, T>): T {
  let step = work.next()
  while (step.done !== true) step = work.next()
  return step.value
}

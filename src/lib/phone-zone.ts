let known: string | undefined

/**
 * Returns the phone's IANA zone, for times that belong to no car park. Intl takes a while to answer, and every row of a
 * list asks: the result is cached until the end of the current task, because a phone may travel.
 */
export function phoneZone(): string {
  if (known === undefined) queueMicrotask(() => (known = undefined))
  return (known ??= Intl.DateTimeFormat().resolvedOptions().timeZone)
}

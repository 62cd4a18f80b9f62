let known: string | undefined

/**
 * The IANA zone of this phone: for times that belong to no car park. Asking takes the browser a while, and all rows of a list ask: once for what is
 * drawn in one go, and anew for the next, since a phone travels.
 */
export function phoneZone(): string {
  if (known === undefined) queueMicrotask(() => (known = undefined))
  return (known ??= Intl.DateTimeFormat().resolvedOptions().timeZone)
}

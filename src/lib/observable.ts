/** An observable value, in the shape that React's useSyncExternalStore expects. */
export interface Observable<T> {
  readonly get: () => T
  readonly set: (next: T) => void
  /** Calls `listener` after every change; returns a function that unsubscribes. */
  readonly subscribe: (listener: () => void) => () => void
}

export function observable<T>(initial: T): Observable<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

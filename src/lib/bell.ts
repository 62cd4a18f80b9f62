/** Something was asked for: wakes whoever sends, without knowing them. */
export interface Bell {
  /** Resolves when every listener is done with what it was woken for. */
  ring(): Promise<void>
  /** Returns the way to stop listening. */
  onRing(listener: () => Promise<unknown>): () => void
}

export function createBell(): Bell {
  const listeners = new Set<() => Promise<unknown>>()
  return {
    async ring() {
      await Promise.allSettled([...listeners].map((listener) => listener()))
    },
    onRing(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** The bell of this page. */
export const outboxBell = createBell()

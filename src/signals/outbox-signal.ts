/** Something was asked for: wakes whoever sends, without knowing them. */
export interface OutboxSignal {
  /** Resolves when every listener is done with what it was woken for. */
  notify(): Promise<void>
  /** Returns the way to stop listening. */
  subscribe(listener: () => Promise<unknown>): () => void
}

export function createOutboxSignal(): OutboxSignal {
  const listeners = new Set<() => Promise<unknown>>()
  return {
    async notify() {
      await Promise.allSettled([...listeners].map((listener) => listener()))
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}

/** The bell of this page. */
export const outboxSignal = createOutboxSignal()

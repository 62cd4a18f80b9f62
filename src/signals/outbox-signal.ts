/** Wakes the senders when a request is added to the outbox, without knowing them. */
export interface OutboxSignal {
  /** Resolves when every listener has finished the work it was woken for. */
  notify(): Promise<void>
  /** Returns the function that unsubscribes. */
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

/** This page's outbox signal. */
export const outboxSignal = createOutboxSignal()

/** The parts of a page that wake the engine; a worker has none of these. */
interface PageLike {
  readonly visibilityState: string
  addEventListener(type: string, listener: () => void): void
  removeEventListener(type: string, listener: () => void): void
}

const findPage = (): PageLike | undefined => (globalThis as { document?: PageLike }).document

export const isPageVisible = (): boolean => (findPage()?.visibilityState ?? 'visible') === 'visible'

interface Wakes {
  addEventListener?(type: string, listener: () => void): void
  removeEventListener?(type: string, listener: () => void): void
}

/** `offline` too: only a probe can verify it. */
const WINDOW_EVENTS: readonly string[] = ['online', 'offline', 'pageshow']

/**
 * Calls `wakeFor` on every sign that the connection or the driver may be back, and every `idleMs`. Returns a function
 * that stops it.
 */
export function listenForTriggers(wakeFor: (why: 'sign' | 'minute') => void, idleMs: number): () => void {
  const page = findPage()
  const scope = globalThis as Wakes
  const wake = (): void => wakeFor('sign')
  for (const type of WINDOW_EVENTS) scope.addEventListener?.(type, wake)
  page?.addEventListener('visibilitychange', wake)
  const timer = setInterval(() => wakeFor('minute'), idleMs)
  return () => {
    for (const type of WINDOW_EVENTS) scope.removeEventListener?.(type, wake)
    page?.removeEventListener('visibilitychange', wake)
    clearInterval(timer)
  }
}

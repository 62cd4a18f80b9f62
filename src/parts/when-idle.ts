/** Some browsers have no idle callback. */
const FALLBACK_MS = 120

/** Runs work once the page has nothing better to do, at the latest after `withinMs`. @returns how to call it off */
export function whenIdle(work: () => void, withinMs: number): () => void {
  if (!('requestIdleCallback' in globalThis)) {
    const timer = setTimeout(work, Math.min(FALLBACK_MS, withinMs))
    return () => clearTimeout(timer)
  }
  const asked = requestIdleCallback(work, { timeout: withinMs })
  return () => cancelIdleCallback(asked)
}

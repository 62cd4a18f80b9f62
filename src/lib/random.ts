const RANGE = 2 ** 32

/**
 * Buffered: an id takes ten numbers, and asking the system for each one took a seventh of the provider's time for a
 * booking.
 */
const words = new Uint32Array(64)
let used = words.length

/** Returns an unpredictable number from 0 to below 1; idempotency keys are built from it. */
export function systemRandom(): number {
  if (used === words.length) {
    crypto.getRandomValues(words)
    used = 0
  }
  const word = words[used] ?? 0
  used += 1
  return word / RANGE
}

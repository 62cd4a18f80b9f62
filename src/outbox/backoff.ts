const BASE_MS = 2_000
const CAP_MS = 600_000
/** On top of what the provider asked for. */
const CAP_TOLD_MS = 60_000

/** Full jitter: anywhere up to a ceiling that doubles with each try, so that a thousand phones do not come back at once. */
export function backoffMs(attempts: number, random: () => number, retryAfterMs: number | null = null): number {
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** Math.min(attempts - 1, 30))
  const jittered = Math.round(random() * ceiling)
  // What the provider asked for is kept, and spread too: it told everybody the same. And more with each time that it was too
  // little: a request that takes three questions gets nowhere where the provider gives one back every few seconds.
  return retryAfterMs === null ? jittered : retryAfterMs + Math.min(jittered, CAP_TOLD_MS)
}

/** Longer than any wait of ours: a row that says so was written by a clock that has jumped since. */
export const LONGEST_WAIT_MS = 3_600_000 + CAP_MS

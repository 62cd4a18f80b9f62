const BASE_MS = 2_000
const CAP_MS = 600_000
/** Cap on the jitter added to the provider's own wait. */
const MAX_RETRY_AFTER_JITTER_MS = 60_000

/**
 * Full jitter: a random wait below a ceiling that doubles with each attempt, so that a thousand phones do not return at
 * once.
 */
export function backoffMs(attempts: number, random: () => number, retryAfterMs: number | null = null): number {
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** Math.min(attempts - 1, 30))
  const jittered = Math.round(random() * ceiling)
  // The provider's wait is respected, and spread too, since every phone received the same one. The spread grows with
  // each failed attempt: a request that takes three calls gets nowhere where the provider grants one every few seconds.
  return retryAfterMs === null ? jittered : retryAfterMs + Math.min(jittered, MAX_RETRY_AFTER_JITTER_MS)
}

/** Longer than any wait of ours: a row with a longer one was written before its clock jumped back. */
export const MAX_WAIT_MS = 3_600_000 + CAP_MS

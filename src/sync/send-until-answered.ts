import { type ApiError, isOutcomeUnknown } from '../api/api-error.ts'
import { RESEND_WAITS_MS } from '../config/limits.ts'
import type { Result } from '../lib/result.ts'
import { retryAfterOf } from '../outbox/wire-failure.ts'
import type { AppContext } from './app-context.ts'
import { probe } from './probe.ts'

const MAX_PAUSE_MS = Math.max(...RESEND_WAITS_MS)

/** Returns how long a waiting page pauses before it resends; null when it was told to return later than it waits. */
export function pauseOf(waitMs: number, failure: object | null): number | null {
  const pauseMs = Math.max(waitMs, failure === null ? 0 : (retryAfterOf(failure) ?? 0))
  return pauseMs > MAX_PAUSE_MS ? null : pauseMs
}

/**
 * For calls that leave no row: resends with the same key after a lost answer, while the page waits. The provider
 * replays it, so there is one effect however often it is sent.
 */
export async function sendUntilAnswered<T>(
  phone: AppContext,
  send: () => Promise<Result<T, ApiError>>,
): Promise<Result<T, ApiError>> {
  let result = await send()
  for (const waitMs of RESEND_WAITS_MS) {
    if (result.ok || !isOutcomeUnknown(result.error)) return result
    const pauseMs = pauseOf(waitMs, result.error)
    if (pauseMs === null) return result
    await phone.wait(pauseMs)
    if ((await probe(phone)).state === 'offline') continue
    result = await send()
  }
  return result
}

import { type ApiError, isOutcomeUnknown } from '../../api/api-error.ts'
import { RESEND_WAITS_MS } from '../../config/limits.ts'
import type { Result } from '../../lib/result.ts'
import type { Phone } from '../phone.ts'
import { probe } from '../probe.ts'

export interface Attempts<T> {
  readonly result: Result<T, ApiError>
  /** True where at least one request may have arrived without its answer coming back. */
  readonly isLost: boolean
}

/** The same key again after a lost answer: the provider replays it, so there is one effect however often it is sent. */
export async function sendUntilAnswered<T>(
  phone: Phone,
  send: () => Promise<Result<T, ApiError>>,
): Promise<Attempts<T>> {
  let result = await send()
  let isLost = false
  for (const waitMs of RESEND_WAITS_MS) {
    if (result.ok || !isOutcomeUnknown(result.error)) return { result, isLost }
    isLost = true
    await phone.wait(waitMs)
    if ((await probe(phone)).state === 'offline') continue
    result = await send()
  }
  return { result, isLost: isLost || (!result.ok && isOutcomeUnknown(result.error)) }
}

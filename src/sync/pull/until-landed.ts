import type { ApiError } from '../../api/api-error.ts'
import type { Landing } from '../../db/apply/pull-order.ts'
import { ok, type Result } from '../../lib/result.ts'

export interface Pulled<T> {
  readonly value: T
  readonly landing: Landing
}

const TRIES = 3

/** Asks anew where another pull landed meanwhile that was asked earlier: what is stored may be older than this question. */
export async function untilLanded<T>(
  ask: () => Promise<Result<Pulled<T>, ApiError>>,
  tries = TRIES,
): Promise<Result<T, ApiError>> {
  const pulled = await ask()
  if (!pulled.ok) return pulled
  return pulled.value.landing === 'overtaken' && tries > 1 ? untilLanded(ask, tries - 1) : ok(pulled.value.value)
}

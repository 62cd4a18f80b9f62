import type { ApiError } from '../../api/api-error.ts'
import { type Landing, pullStart } from '../../db/apply/pull-order.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { AppContext } from '../app-context.ts'

export interface Pulled<T> {
  readonly value: T
  readonly landing: Landing
}

/** A pull of one list of a driver's own. */
export interface Pull<T> {
  readonly userId: string
  /** Where it begins, when lists that are asked for together have one beginning. */
  readonly begun?: number | undefined
  readonly ask: (since: number) => Promise<Result<Pulled<T>, ApiError>>
}

const TRIES = 3

/** Asks anew where another pull landed meanwhile that was asked earlier: what is stored may be older than this question. */
export async function untilLanded<T>(
  phone: AppContext,
  { userId, begun, ask }: Pull<T>,
  tries = TRIES,
): Promise<Result<T, ApiError>> {
  const pulled = await ask(begun ?? (await pullStart(phone.dbs, userId)))
  if (!pulled.ok) return pulled
  const isAskedAnew = pulled.value.landing === 'overtaken' && tries > 1
  return isAskedAnew ? untilLanded(phone, { userId, ask }, tries - 1) : ok(pulled.value.value)
}

import type { ApiError } from '../../api/api-error.ts'
import { type Landing, pullStart } from '../../db/apply/pull-order.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { AppContext } from '../app-context.ts'

export interface Pulled<T> {
  readonly value: T
  readonly landing: Landing
}

/** A pull of one of the driver's lists. */
export interface Pull<T> {
  readonly userId: string
  /** Its start, when several lists are pulled together from one start. */
  readonly begun?: number | undefined
  readonly ask: (since: number) => Promise<Result<Pulled<T>, ApiError>>
}

const TRIES = 3

/** Asks again when an overlapping pull landed first: the stored list may be older than this request. */
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

import type { ApiError } from '../api/api-error.ts'
import { IDLE_PROBE_MS } from '../config/limits.ts'
import { unreachable } from '../lib/assert.ts'
import { backoffMs, LONGEST_WAIT_MS } from '../outbox/backoff.ts'
import { retryAfterOf } from '../outbox/wire-failure.ts'
import type { AppContext } from './app-context.ts'

/*
 *   at ease --- the provider is in trouble ---> resting ----- a pull came ----> at ease
 *                                                 |  ^
 *                                      wait over  |  | in trouble still: a longer wait
 *                                                 v  |
 *                                               one question
 */

/** The first rest is worth skipping a minute's pull for; each one after it may be twice as long, up to the cap of `backoffMs`. */
const FIRST_STEP = 5
/** Everybody was told the same time to come back: they are spread over this. */
const SPREAD_MS = IDLE_PROBE_MS

interface Pace {
  /** In a row. */
  readonly failures: number
  /** By the phone's clock, epoch milliseconds. */
  readonly restsUntil: number
  /** The provider itself said when. */
  readonly isTold: boolean
}

const AT_EASE: Pace = { failures: 0, restsUntil: 0, isTold: false }

const paces = new WeakMap<AppContext, Pace>()

const BUSY: ReadonlySet<number> = new Set([408, 425, 429])
/** A portal that wants a sign-in. */
const PORTAL = 511
const isTrouble = (status: number): boolean => (status >= 500 && status !== PORTAL) || BUSY.has(status)

/** Whether an error says that the provider should be spared. No network at all, or no session, says nothing about it. */
export function isOverloaded(error: ApiError): boolean {
  switch (error.kind) {
    case 'problem':
    case 'foreign':
      return isTrouble(error.status)
    case 'timeout':
    case 'invalid_response':
      return true
    case 'network':
    case 'signed_out':
    case 'unechoed':
      return false
    default:
      return unreachable(error)
  }
}

/** How long pulls rest after `failures` of them in a row. */
export function restMs(failures: number, random: () => number, retryAfterMs: number | null): number {
  if (retryAfterMs !== null) return retryAfterMs + Math.round(random() * SPREAD_MS)
  return backoffMs(failures + FIRST_STEP, random)
}

/** What came of the pulls that were just tried. */
export function notePulls(phone: AppContext, errors: readonly ApiError[]): void {
  const trouble = errors.filter(isOverloaded)
  if (trouble.length === 0) {
    if (errors.length === 0) paces.delete(phone)
    return
  }
  const waits = trouble.flatMap((error) => retryAfterOf(error) ?? [])
  const retryAfterMs = waits.length === 0 ? null : Math.max(...waits)
  const failures = (paces.get(phone) ?? AT_EASE).failures + 1
  const restsUntil = phone.clock.now() + restMs(failures, phone.random, retryAfterMs)
  paces.set(phone, { failures, restsUntil, isTold: retryAfterMs !== null })
}

/** As after a start. */
export const forgetRest = (phone: AppContext): void => void paces.delete(phone)

export interface Rest {
  /** Nothing is asked of the provider by itself before this wait is over. */
  readonly isResting: boolean
  /** The provider said itself how long: a driver who comes back to the app does not shorten it. */
  readonly isTold: boolean
  /** The last pulls failed: one question first, the others when it was answered. */
  readonly isCareful: boolean
}

export function findRest(phone: AppContext): Rest {
  const { failures, restsUntil, isTold } = paces.get(phone) ?? AT_EASE
  const leftMs = restsUntil - phone.clock.now()
  // A wait longer than any of ours is of a clock that has jumped back since.
  const isResting = leftMs > 0 && leftMs <= LONGEST_WAIT_MS
  return { isResting, isTold: isResting && isTold, isCareful: failures > 0 }
}

import type { ApiError } from '../api/api-error.ts'
import { IDLE_PROBE_MS } from '../config/limits.ts'
import { unreachable } from '../lib/assert.ts'
import { backoffMs, MAX_WAIT_MS } from '../outbox/backoff.ts'
import { retryAfterOf } from '../outbox/wire-failure.ts'
import type { AppContext } from './app-context.ts'

/*
 *   at ease --- the provider is in trouble ---> resting ----- a pull came ----> at ease
 *                                                 |  ^
 *                                      wait over  |  | in trouble still: a longer wait
 *                                                 v  |
 *                                               one question
 */

/**
 * The first rest is long enough to skip a one-minute pull; each later one may be twice as long, up to the cap of
 * `backoffMs`.
 */
const FIRST_STEP = 5
/** All phones receive the same time to return, so their returns are spread over this. */
const SPREAD_MS = IDLE_PROBE_MS

interface Pace {
  /** Consecutive failures. */
  readonly failures: number
  /** By the phone's clock, epoch milliseconds. */
  readonly restsUntil: number
  /** The provider itself set the wait. */
  readonly isTold: boolean
}

const AT_EASE: Pace = { failures: 0, restsUntil: 0, isTold: false }

const paces = new WeakMap<AppContext, Pace>()

const BUSY: ReadonlySet<number> = new Set([408, 425, 429])
/** A captive portal that requires a sign-in. */
const PORTAL = 511
const isTrouble = (status: number): boolean => (status >= 500 && status !== PORTAL) || BUSY.has(status)

/** Returns whether an error means that the provider should be spared. A missing network or session does not. */
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

/** Returns how long pulls rest after `failures` consecutive ones. */
export function restMs(failures: number, random: () => number, retryAfterMs: number | null): number {
  if (retryAfterMs !== null) return retryAfterMs + Math.round(random() * SPREAD_MS)
  return backoffMs(failures + FIRST_STEP, random)
}

/** Records the outcome of the latest pulls. */
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

/** Resets the pace to that of a fresh start. */
export const forgetRest = (phone: AppContext): void => void paces.delete(phone)

export interface Rest {
  /** No automatic request is sent to the provider before this wait is over. */
  readonly isResting: boolean
  /** The provider set the wait itself: a driver returning to the app does not shorten it. */
  readonly isTold: boolean
  /** The last pulls failed: one request first, the others once it is answered. */
  readonly isCareful: boolean
}

export function findRest(phone: AppContext): Rest {
  const { failures, restsUntil, isTold } = paces.get(phone) ?? AT_EASE
  const leftMs = restsUntil - phone.clock.now()
  // A wait longer than any of ours was set before the clock jumped back.
  const isResting = leftMs > 0 && leftMs <= MAX_WAIT_MS
  return { isResting, isTold: isResting && isTold, isCareful: failures > 0 }
}

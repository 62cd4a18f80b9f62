import { createLocalJWKSet, errors, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose'
import { DAY_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import type { Clock } from '../../src/lib/clock.ts'
import { reasonOf } from '../rules/failed-request.ts'

const FETCH_TIMEOUT_MS = 5_000
/** Used when the answer does not say how long it is valid. */
const DEFAULT_AGE_MS = 10 * MINUTE_MS
/** A token with an invented key id must not make us fetch keys each time. */
const MIN_FETCH_INTERVAL_MS = MINUTE_MS

/** The keys could not be fetched, so the token can be neither accepted nor rejected. */
export class KeysUnavailableError extends Error {
  /** For the log. */
  readonly reason: string

  constructor(cause: unknown) {
    super('The keys of the identity service cannot be fetched', { cause })
    this.name = 'KeysUnavailableError'
    this.reason = reasonOf(cause)
  }
}

interface Held {
  readonly find: JWTVerifyGetKey
  readonly fetchedMs: number
  readonly staleMs: number
}

function ageOf(response: Response): number {
  const control = response.headers.get('cache-control') ?? ''
  if (/no-(store|cache)/i.test(control)) return 0
  const seconds = /max-age=(\d+)/i.exec(control)?.[1]
  return seconds === undefined ? DEFAULT_AGE_MS : Math.min(Number(seconds) * 1000, DAY_MS)
}

async function fetchKeys(url: string, nowMs: number): Promise<Held> {
  try {
    // Redirects are refused: a forged key source could impersonate every user.
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(FETCH_TIMEOUT_MS) })
    if (!response.ok) throw new Error(`answered ${String(response.status)}`)
    const find = createLocalJWKSet((await response.json()) as JSONWebKeySet)
    return { find, fetchedMs: nowMs, staleMs: nowMs + ageOf(response) }
  } catch (error) {
    throw new KeysUnavailableError(error)
  }
}

/**
 * Finds the published key that a token names. Keys are cached as long as their answer's Cache-Control says; an unknown
 * key id triggers another fetch, at most once a minute. Concurrent sign-ins share one request.
 */
export function createKeySource({ url, clock }: { readonly url: string; readonly clock: Clock }): JWTVerifyGetKey {
  let held: Held | undefined
  let asking: Promise<Held> | undefined
  const ask = async (): Promise<Held> => {
    asking ??= fetchKeys(url, clock.now()).finally(() => {
      asking = undefined
    })
    held = await asking
    return held
  }
  return async (header, token) => {
    const current = held === undefined || held.staleMs <= clock.now() ? await ask() : held
    try {
      return await current.find(header, token)
    } catch (error) {
      const mayBeNew = error instanceof errors.JWKSNoMatchingKey
      if (!mayBeNew || clock.now() - current.fetchedMs < MIN_FETCH_INTERVAL_MS) throw error
      return (await ask()).find(header, token)
    }
  }
}

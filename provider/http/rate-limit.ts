import type { Context, MiddlewareHandler } from 'hono'
import type { Clock } from '../../src/lib/clock.ts'
import type { AppEnv } from './app-env.ts'
import { problem } from './problem.ts'

interface Bucket {
  tokens: number
  at: number
}

/**
 * Buckets kept; the least recently used is dropped first, so that an attack from many addresses costs bounded memory.
 */
const MAXIMUM_BUCKETS = 20_000

export interface TokenBuckets {
  /** Returns the seconds to wait before the next request of `key` may pass; 0 when this one may. */
  take(key: string): number
  /** Whether the next request of `key` would have to wait; does not count as a request. */
  isEmpty(key: string): boolean
}

/**
 * Token buckets in memory: `perMinute` requests per minute, refilled evenly, with bursts of at most one minute's worth.
 */
export function createTokenBuckets(perMinute: number, clock: Clock): TokenBuckets {
  const buckets = new Map<string, Bucket>()
  const perMs = perMinute / 60_000
  const tokensAt = ({ tokens, at }: Bucket, now: number): number =>
    Math.min(perMinute, tokens + Math.max(0, now - at) * perMs)
  return {
    isEmpty(key) {
      const bucket = buckets.get(key)
      return bucket !== undefined && tokensAt(bucket, clock.now()) < 1
    },
    take(key) {
      const now = clock.now()
      const bucket = buckets.get(key) ?? { tokens: perMinute, at: now }
      buckets.delete(key)
      bucket.tokens = tokensAt(bucket, now)
      bucket.at = now
      buckets.set(key, bucket)
      if (buckets.size > MAXIMUM_BUCKETS) {
        const oldest = buckets.keys().next()
        if (oldest.done !== true) buckets.delete(oldest.value)
      }
      if (bucket.tokens >= 1) {
        bucket.tokens -= 1
        return 0
      }
      return Math.max(1, Math.ceil((1 - bucket.tokens) / perMs / 1000))
    },
  }
}

/** Answers 429 with Retry-After beyond `perMinute` requests per `keyOf`; 0 turns the limit off. */
export function rateLimit(options: {
  readonly perMinute: number
  readonly clock: Clock
  readonly keyOf: (c: Context<AppEnv>) => string
}): MiddlewareHandler<AppEnv> {
  if (options.perMinute === 0) return (_c, next) => next()
  const buckets = createTokenBuckets(options.perMinute, options.clock)
  return async (c, next) => {
    const wait = buckets.take(options.keyOf(c))
    if (wait > 0) return problem(c, 'rate_limited', { retryAfterSeconds: wait })
    await next()
    return undefined
  }
}

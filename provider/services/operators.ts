/** Operators' keys: made and revoked at the command line, shown once, checked at every request. */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import type { OperatorScope } from '../../src/contract/operator.ts'
import { CROCKFORD } from '../../src/domain/code.ts'
import { MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { countAttempt, findAttempts, secondsToReset } from '../repositories/attempts.ts'
import { findOperatorKey, insertOperatorKey, noteOperatorUsed, type OperatorKeyRow } from '../repositories/operators.ts'
import { findParkIds } from '../repositories/pairing.ts'
import { networkOf } from '../rules/client-network.ts'
import type { Objection } from '../rules/refusal.ts'
import { hashSecret, makeSecret } from '../rules/tokens.ts'
import type { ProviderDeps } from './deps.ts'

const PREFIX = 'bwo_'
const KEY = /^bwo_([0-9A-HJKMNP-TV-Z]{10})_([\w-]{43})$/
const WINDOW_MS = 15 * MINUTE_MS
const WRONG_PER_WINDOW = 10

/** What holds for a whole country, or for drivers: no key for some car parks has it. */
const FOR_ALL_PARKS: ReadonlySet<OperatorScope> = new Set(['documents', 'referrals', 'gifts'])

export const isOperatorKey = (bearer: string): boolean => bearer.startsWith(PREFIX)

export interface KeyWish {
  readonly name: string
  readonly scopes: readonly OperatorScope[]
  /** Codes; empty: all car parks. */
  readonly parkCodes: readonly string[]
  readonly expiresMs: number | null
  readonly nowMs: number
}

/** The key itself is known to nobody afterwards: what is stored is the hash of its secret part. */
export async function makeOperatorKey(
  db: Queryable,
  { name, scopes, parkCodes, expiresMs, nowMs }: KeyWish,
): Promise<Result<{ readonly keyId: string; readonly key: string }, Objection>> {
  const codes = parkCodes.map((code) => code.toUpperCase())
  const found = await findParkIds(db, codes)
  const unknown = codes.find((code) => !found.has(code))
  if (unknown !== undefined) return err({ code: 'park_not_found', words: `No car park has the code ${unknown}.` })
  const wide = scopes.find((scope) => FOR_ALL_PARKS.has(scope))
  if (codes.length > 0 && wide !== undefined) {
    return err({ code: 'forbidden', words: `${wide} is not limited to car parks.` })
  }
  const keyId = Array.from(randomBytes(10), (byte) => CROCKFORD[byte & 31] ?? '0').join('')
  const secret = makeSecret()
  await insertOperatorKey(db, {
    ...{ key_id: keyId, name, secret_hash: hashSecret(secret), scopes },
    parks: codes.length === 0 ? null : [...found.values()].map(({ id }) => id),
    created_at: toInstant(nowMs),
    expires_at: expiresMs === null ? null : toInstant(expiresMs),
  })
  return ok({ keyId, key: `${PREFIX}${keyId}_${secret}` })
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))
const OF_NOBODY = hashSecret(makeSecret())

interface RateLimited {
  readonly code: 'rate_limited'
  readonly retryAfterSeconds: number
}

export type OperatorRefusal = { readonly code: 'token_invalid' | 'token_expired' } | RateLimited

type Deps = Pick<ProviderDeps, 'db' | 'clock'>

/** Undefined while fewer than ten were wrong in the running window. */
export async function findLockout({ db, clock }: Deps, bucket: string): Promise<RateLimited | undefined> {
  const nowMs = clock.now()
  const wrong = await findAttempts(db, bucket, nowMs)
  if (wrong === undefined || wrong.count < WRONG_PER_WINDOW) return undefined
  return { code: 'rate_limited', retryAfterSeconds: secondsToReset(wrong, nowMs) }
}

/** Counts one that was wrong; the eleventh is told nothing any more. */
export async function noteWrong({ db, clock }: Deps, bucket: string): Promise<RateLimited | undefined> {
  const nowMs = clock.now()
  const wrong = await countAttempt(db, { bucket, windowMs: WINDOW_MS, nowMs })
  if (wrong.count <= WRONG_PER_WINDOW) return undefined
  return { code: 'rate_limited', retryAfterSeconds: secondsToReset(wrong, nowMs) }
}

/**
 * Whose key the bearer shows. Ten wrong ones in 15 minutes lock their network out, right ones with it. They are counted when they turn out to
 * be wrong, so that a system with many right requests at once does not lock itself out; of a secret of 256 bits, what a burst can try is
 * nothing.
 */
export async function findOperator(
  deps: Deps,
  { bearer, address }: { readonly bearer: string; readonly address: string },
): Promise<Result<OperatorKeyRow, OperatorRefusal>> {
  const bucket = `operator:${networkOf(address)}`
  const lockout = await findLockout(deps, bucket)
  if (lockout !== undefined) return err(lockout)
  const [, keyId = '', secret = ''] = KEY.exec(bearer) ?? []
  const row = keyId === '' ? undefined : await findOperatorKey(deps.db, keyId)
  if (!isSame(hashSecret(secret), row?.secret_hash ?? OF_NOBODY) || row === undefined) {
    return err((await noteWrong(deps, bucket)) ?? { code: 'token_invalid' })
  }
  const nowMs = deps.clock.now()
  if (row.revoked_at !== null) return err({ code: 'token_invalid' })
  if (row.expires_at !== null && row.expires_at <= nowMs) return err({ code: 'token_expired' })
  await noteOperatorUsed(deps.db, row.key_id, nowMs)
  return ok(row)
}

/**
 * Operators authenticate with keys, which are made and revoked at the command line, or with console sessions; both are
 * checked at every request.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto'
import { isPersonal, type OperatorScope } from '../../src/contract/operator.ts'
import { CROCKFORD } from '../../src/domain/code.ts'
import { HOUR_MS, MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { countAttempt, findAttempts, secondsToReset } from '../repositories/attempts.ts'
import { extendConsoleSession, findConsoleOperator } from '../repositories/console-sessions.ts'
import { findOperatorKey, insertOperatorKey, noteOperatorUsed, type OperatorKeyRow } from '../repositories/operators.ts'
import { ensureOrganisation, findForeignParks, takeParks } from '../repositories/organisations.ts'
import { findParkIds } from '../repositories/pairing.ts'
import { networkOf } from '../rules/client-network.ts'
import type { Objection } from '../rules/refusal.ts'
import { hashSecret, makeSecret } from '../rules/tokens.ts'
import type { ProviderDeps } from './deps.ts'

const PREFIX = { key: 'bwo_', session: 'bwc_' }
const TOKEN = /^bw[oc]_([0-9A-HJKMNP-TV-Z]{10})_([\w-]{43})$/
const WINDOW_MS = 15 * MINUTE_MS
const WRONG_PER_WINDOW = 10

/** A session ends this long after its last use, and at the latest this long after its start. */
const SESSION_IDLE_MS = HOUR_MS
const SESSION_MAX_MS = 12 * HOUR_MS

/** Scopes that apply to a whole country, or to drivers: no key limited to car parks can have them. */
const FOR_ALL_PARKS: ReadonlySet<OperatorScope> = new Set(['documents', 'referrals', 'gifts', 'requests', 'moderation'])

const isSession = (bearer: string): boolean => bearer.startsWith(PREFIX.session)
export const isOperatorKey = (bearer: string): boolean => bearer.startsWith(PREFIX.key) || isSession(bearer)

/** Makes an id for a key, a session or a person. */
export const makeOperatorId = (): string => Array.from(randomBytes(10), (byte) => CROCKFORD[byte & 31] ?? '0').join('')

/** A session's token: its id and a secret, of which only the hash is stored. */
export function makeConsoleToken(nowMs: number) {
  const [sessionId, secret] = [makeOperatorId(), makeSecret()]
  return {
    ...{ sessionId, token: `${PREFIX.session}${sessionId}_${secret}` },
    ...{ secretHash: hashSecret(secret), expiresMs: nowMs + SESSION_IDLE_MS },
  }
}

/** Returns the id in a session's token; undefined for anything else. */
export const readConsoleSession = (bearer: string): string | undefined =>
  isSession(bearer) ? TOKEN.exec(bearer)?.[1] : undefined

export interface KeyWish {
  readonly name: string
  readonly scopes: readonly OperatorScope[]
  /**
   * Name of the organisation whose car parks the key is for, created if it does not exist; null for any organisation.
   */
  readonly organisation?: string | null
  /** Codes of car parks; empty for all. */
  readonly parkCodes: readonly string[]
  readonly expiresMs: number | null
  readonly nowMs: number
}

/** Makes a key. It cannot be shown again: only the hash of its secret part is stored. */
export async function makeOperatorKey(
  db: Queryable,
  { name, scopes, organisation: named = null, parkCodes, expiresMs, nowMs }: KeyWish,
): Promise<Result<{ readonly keyId: string; readonly key: string }, Objection>> {
  const codes = parkCodes.map((code) => code.toUpperCase())
  const found = await findParkIds(db, codes)
  const unknown = codes.find((code) => !found.has(code))
  if (unknown !== undefined) return err({ code: 'park_not_found', words: `No car park has the code ${unknown}.` })
  const wide = scopes.find((scope) => FOR_ALL_PARKS.has(scope))
  if ((codes.length > 0 || named !== null) && wide !== undefined) {
    return err({ code: 'forbidden', words: `${wide} is not limited to car parks.` })
  }
  const personal = scopes.find(isPersonal)
  if (personal !== undefined) return err({ code: 'forbidden', words: `${personal} is for people who sign in.` })
  const parkIds = [...found.values()].map(({ id }) => id)
  const owned = named === null ? ok(null) : await ownParks(db, { name: named, parkIds, nowMs })
  if (!owned.ok) return owned
  const [keyId, secret] = [makeOperatorId(), makeSecret()]
  await insertOperatorKey(db, {
    ...{ key_id: keyId, name, secret_hash: hashSecret(secret), scopes, organisation_id: owned.value },
    parks: codes.length === 0 ? null : parkIds,
    created_at: toInstant(nowMs),
    expires_at: expiresMs === null ? null : toInstant(expiresMs),
  })
  return ok({ keyId, key: `${PREFIX.key}${keyId}_${secret}` })
}

/**
 * Finds or creates the organisation of that name and assigns these car parks to it; refused when one belongs to another
 * organisation.
 */
export async function ownParks(
  db: Queryable,
  { name, parkIds, nowMs }: { readonly name: string; readonly parkIds: readonly number[]; readonly nowMs: number },
): Promise<Result<string, Objection>> {
  if ((await findForeignParks(db, name, parkIds)).length > 0)
    return err({ code: 'forbidden', words: 'One of these car parks belongs to another organisation.' })
  const { organisation_id: id } = await ensureOrganisation(db, { id: uuid7(nowMs), name, nowMs })
  await takeParks(db, id, parkIds)
  return ok(id)
}

const isSame = (a: string, b: string): boolean => timingSafeEqual(Buffer.from(a, 'hex'), Buffer.from(b, 'hex'))
const OF_NOBODY = hashSecret(makeSecret())

interface RateLimited {
  readonly code: 'rate_limited'
  readonly retryAfterSeconds: number
}

export type OperatorRefusal = { readonly code: 'token_invalid' | 'token_expired' } | RateLimited

type Deps = Pick<ProviderDeps, 'db' | 'clock'>

/** Undefined while fewer than ten attempts in the current window were wrong. */
export async function findLockout({ db, clock }: Deps, bucket: string): Promise<RateLimited | undefined> {
  const nowMs = clock.now()
  const wrong = await findAttempts(db, bucket, nowMs)
  if (wrong === undefined || wrong.count < WRONG_PER_WINDOW) return undefined
  return { code: 'rate_limited', retryAfterSeconds: secondsToReset(wrong, nowMs) }
}

/** Counts a wrong attempt; from the eleventh on, answers only `rate_limited`. */
export async function noteWrong({ db, clock }: Deps, bucket: string): Promise<RateLimited | undefined> {
  const nowMs = clock.now()
  const wrong = await countAttempt(db, { bucket, windowMs: WINDOW_MS, nowMs })
  if (wrong.count <= WRONG_PER_WINDOW) return undefined
  return { code: 'rate_limited', retryAfterSeconds: secondsToReset(wrong, nowMs) }
}

/**
 * Finds the operator for a bearer token. Ten wrong ones in 15 minutes lock out their network, including right ones. An
 * attempt is counted only once it proves wrong, so that a system with many concurrent valid requests does not lock
 * itself out; against a secret of 256 bits, the tries of a burst are negligible.
 */
export async function findOperator(
  deps: Deps,
  { bearer, address }: { readonly bearer: string; readonly address: string },
): Promise<Result<OperatorKeyRow, OperatorRefusal>> {
  const bucket = `operator:${networkOf(address)}`
  const lockout = await findLockout(deps, bucket)
  if (lockout !== undefined) return err(lockout)
  const [, id = '', secret = ''] = TOKEN.exec(bearer) ?? []
  const find = isSession(bearer) ? findConsoleOperator : findOperatorKey
  const row = id === '' ? undefined : await find(deps.db, id)
  if (!isSame(hashSecret(secret), row?.secret_hash ?? OF_NOBODY) || row === undefined) {
    return err((await noteWrong(deps, bucket)) ?? { code: 'token_invalid' })
  }
  const nowMs = deps.clock.now()
  if (row.revoked_at !== null) return err({ code: 'token_invalid' })
  if (row.expires_at !== null && row.expires_at <= nowMs) return err({ code: 'token_expired' })
  await noteOperatorUsed(deps.db, row.key_id, nowMs)
  if (isSession(bearer))
    await extendConsoleSession(deps.db, id, { expiresMs: nowMs + SESSION_IDLE_MS, mostMs: SESSION_MAX_MS })
  return ok(row)
}

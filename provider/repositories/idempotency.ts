import type { UserId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable, SqlValue } from '../db/database.ts'

/** A request of a caller, identified by its key and its content. */
export interface IdempotentCall {
  /** Owner of the key: each caller has a separate key space. */
  readonly scope: string
  readonly key: string
  /** SHA-256 of method, path, query and body, hexadecimal. */
  readonly fingerprint: string
}

export const userScope = (userId: UserId): string => `user:${userId}`
export const deviceScope = (deviceId: string): string => `device:${deviceId}`
export const operatorScope = (keyId: string): string => `operator:${keyId}`

export interface StoredAnswer {
  readonly status: number
  readonly body: string
}

/** The key was used for another request, is being processed, or was withdrawn. */
export type KeyInTheWay = 'reused' | 'in_progress' | 'withdrawn'

export type IdempotencyState =
  | { readonly state: 'new' }
  | { readonly state: 'replay'; readonly answer: StoredAnswer }
  | { readonly state: KeyInTheWay }

/** Outcome of a request under its key: applied, replayed from an earlier identical request, or without effect. */
export type Ended<Refused> =
  | { readonly kind: 'done' | 'replay'; readonly answer: StoredAnswer }
  | { readonly kind: KeyInTheWay }
  | { readonly kind: 'refused'; readonly refusal: Refused }

export const KEEP_DAYS = 30

/** First statement of the transaction that applies the request: claims the key until the transaction ends. */
export async function beginIdempotent(tx: Queryable, call: IdempotentCall): Promise<IdempotencyState> {
  const [row] = await tx.query<{ state: IdempotencyState['state']; status: number | null; body: string | null }>(
    'select state, status, body from idempotency_begin($1, $2, $3)',
    [call.scope, call.key, call.fingerprint],
  )
  const { state, status, body } = must(row, 'state of a key')
  return state === 'replay' ? { state, answer: { status: status ?? 200, body: body ?? '' } } : { state }
}

/** Last statement of that transaction. */
export async function storeAnswer(
  tx: Queryable,
  call: IdempotentCall,
  answer: StoredAnswer & { readonly nowMs: number },
): Promise<void> {
  await tx.query(
    'insert into idempotency_keys (scope, key, fingerprint, status, body, created_at) values ($1, $2, $3, $4, $5, $6)',
    [call.scope, call.key, call.fingerprint, answer.status, answer.body, new Date(answer.nowMs)],
  )
}

/** State of a request: unknown (never arrived, or had no effect), in progress, withdrawn, done, or refused for good. */
export type RequestState =
  | { readonly state: 'unknown' | 'in_progress' | 'withdrawn' }
  | { readonly state: 'done' | 'refused'; readonly answer: StoredAnswer; readonly fingerprint: string }

/** A caller's key and the time in epoch milliseconds. */
export type KeyAt = Pick<IdempotentCall, 'scope' | 'key'> & { readonly nowMs: number }

interface RequestStateRow {
  readonly state: RequestState['state']
  readonly status: number | null
  readonly body: string | null
  readonly fingerprint: string | null
}

async function readState(db: Queryable, sql: string, values: readonly SqlValue[]): Promise<RequestState> {
  const [row] = await db.query<RequestStateRow>(sql, values)
  const { state, status, body, fingerprint } = must(row, 'state of a request')
  if (state !== 'done' && state !== 'refused') return { state }
  const answer = { status: must(status, 'stored status'), body: must(body, 'stored body') }
  return { state, answer, fingerprint: must(fingerprint, 'stored fingerprint') }
}

const valuesOf = ({ scope, key, nowMs }: KeyAt): readonly SqlValue[] => [scope, key, new Date(nowMs)]

/** Returns the state of the key, whatever its request. Changes nothing. */
export const lookAtRequest = (db: Queryable, key: KeyAt): Promise<RequestState> =>
  readState(db, 'select state, status, body, fingerprint from look_at_request($1, $2, $3)', valuesOf(key))

/** Ensures that a request without an effect so far never has one. Never returns `unknown`. */
export const withdrawRequest = (db: Queryable, key: KeyAt): Promise<RequestState> =>
  readState(db, 'select state, status, body, fingerprint from withdraw_request($1, $2, $3)', valuesOf(key))

/**
 * Stores a refusal as the key's answer. Returns `refused`, or the result of an identical request that finished first.
 */
export const refuseRequest = (
  db: Queryable,
  { scope, key, fingerprint }: IdempotentCall,
  { status, body, nowMs }: StoredAnswer & { readonly nowMs: number },
): Promise<RequestState> =>
  readState(db, 'select state, status, body, fingerprint from refuse_request($1, $2, $3, $4, $5, $6)', [
    scope,
    key,
    fingerprint,
    status,
    body,
    new Date(nowMs),
  ])

/** Deletes answers older than 30 days and returns how many. */
export async function forgetOldKeys(db: Queryable, nowMs: number): Promise<number> {
  const rows = await db.query<{ key: string }>('delete from idempotency_keys where created_at < $1 returning key', [
    new Date(nowMs - KEEP_DAYS * DAY_MS),
  ])
  return rows.length
}

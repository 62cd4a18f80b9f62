import { DAY_MS } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'

/** One request of one caller, as its key and its content identify it. */
export interface IdempotentCall {
  /** `user:<id>` or `device:<id>`. */
  readonly scope: string
  readonly key: string
  /** SHA-256 of method, path, query and body, hexadecimal. */
  readonly fingerprint: string
}

export interface StoredAnswer {
  readonly status: number
  readonly body: string
}

export type IdempotencyState =
  | { readonly state: 'new' }
  | { readonly state: 'replay'; readonly answer: StoredAnswer }
  | { readonly state: 'reused' }
  | { readonly state: 'in_progress' }

export const KEEP_DAYS = 30

/** First statement of the transaction that has the effect: claims the key until the transaction ends. */
export async function beginIdempotent(tx: Queryable, call: IdempotentCall): Promise<IdempotencyState> {
  const [row] = await tx.query<{ state: IdempotencyState['state']; status: number | null; body: string | null }>(
    'select state, status, body from idempotency_begin($1, $2, $3)',
    [call.scope, call.key, call.fingerprint],
  )
  if (row === undefined) throw new Error('idempotency_begin returned nothing')
  if (row.state === 'replay') return { state: 'replay', answer: { status: row.status ?? 200, body: row.body ?? '' } }
  return { state: row.state }
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

/** The stored answer under a key, whatever the request was: "what became of it?" */
export async function findAnswer(
  db: Queryable,
  scope: string,
  key: string,
): Promise<(StoredAnswer & { readonly fingerprint: string }) | undefined> {
  const [row] = await db.query<StoredAnswer & { fingerprint: string }>(
    'select status, body, fingerprint from idempotency_keys where scope = $1 and key = $2',
    [scope, key],
  )
  return row
}

/** Forgets answers older than 30 days; returns how many. */
export async function forgetOldKeys(db: Queryable, nowMs: number): Promise<number> {
  const rows = await db.query<{ key: string }>('delete from idempotency_keys where created_at < $1 returning key', [
    new Date(nowMs - KEEP_DAYS * DAY_MS),
  ])
  return rows.length
}

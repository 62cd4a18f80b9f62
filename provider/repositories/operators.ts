import type { OperatorRole } from '../../src/domain/operator-role.ts'
import type { OperatorAction, OperatorScope } from '../../src/contract/operator.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

/** An operator identity: an API key of an operator's own system, or an organisation's member in a console session. */
export interface OperatorKeyRow {
  readonly key_id: string
  readonly name: string
  /** Null for a person, who has no key secret. */
  readonly secret_hash: string | null
  readonly scopes: readonly OperatorScope[]
  readonly organisation_id: string | null
  /** Only for a person. */
  readonly role: OperatorRole | null
  /** Ids; null for all. Never null in an organisation, which has a list of its own car parks. */
  readonly parks: readonly number[] | null
  readonly created_at: Instant
  readonly expires_at: Instant | null
  readonly revoked_at: Instant | null
  readonly last_used_at: Instant | null
}

export async function insertOperatorKey(
  db: Queryable,
  key: Omit<OperatorKeyRow, 'revoked_at' | 'last_used_at' | 'role'>,
): Promise<void> {
  await db.query(
    `insert into operator_keys (key_id, name, secret_hash, scopes, organisation_id, parks, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [
      ...[key.key_id, key.name, key.secret_hash, key.scopes, key.organisation_id, key.parks, new Date(key.created_at)],
      key.expires_at === null ? null : new Date(key.expires_at),
    ],
  )
}

/** Car parks of a key: in an organisation its current ones, otherwise those the key was made for. */
export const PARKS_OF_KEY = `case when k.organisation_id is null then k.parks else array(
  select p.park_id from operator_parks p
   where p.organisation_id = k.organisation_id and (k.parks is null or p.park_id = any(k.parks)) order by p.park_id) end`

const SELECT_KEY = `select k.key_id, k.name, k.secret_hash, k.scopes, k.organisation_id, null as role, ${PARKS_OF_KEY} as parks,
  k.created_at, k.expires_at, k.revoked_at, k.last_used_at from operator_keys k`

/** Includes revoked and expired keys. */
export async function findOperatorKey(db: Queryable, keyId: string): Promise<OperatorKeyRow | undefined> {
  const [row] = await db.query<OperatorKeyRow>(`${SELECT_KEY} where k.key_id = $1 and k.secret_hash is not null`, [
    keyId,
  ])
  return row
}

/** Lists API keys, excluding members of organisations. */
export const listOperatorKeys = (db: Queryable): Promise<readonly OperatorKeyRow[]> =>
  db.query<OperatorKeyRow>(`${SELECT_KEY} where k.secret_hash is not null order by k.created_at, k.key_id`)

/** Returns false when there is no such key, or it has been revoked already. */
export async function revokeOperatorKey(db: Queryable, keyId: string, nowMs: number): Promise<boolean> {
  const rows = await db.query(
    `update operator_keys set revoked_at = $2
      where key_id = $1 and revoked_at is null and secret_hash is not null returning key_id`,
    [keyId, new Date(nowMs)],
  )
  return rows.length > 0
}

/** Whether it is restricted to some of its organisation's car parks. */
export async function isKeyLimited(db: Queryable, keyId: string): Promise<boolean> {
  const [row] = await db.query<{ limited: boolean }>(
    'select parks is not null as limited from operator_keys where key_id = $1',
    [keyId],
  )
  return must(row, 'key').limited
}

/** Updated at most once a minute, which is enough to tell a key in use from a forgotten one. */
export async function noteOperatorUsed(db: Queryable, keyId: string, nowMs: number): Promise<void> {
  await db.query(
    'update operator_keys set last_used_at = $2 where key_id = $1 and (last_used_at is null or last_used_at < $3)',
    [keyId, new Date(nowMs), new Date(nowMs - 60_000)],
  )
}

export interface NewOperatorChange {
  readonly keyId: string
  readonly action: OperatorAction
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
  readonly requestKey: string
  readonly nowMs: number
}

/** Call in the transaction of the change itself. */
export async function noteOperatorChange(tx: Queryable, change: NewOperatorChange): Promise<void> {
  await tx.query(
    `insert into operator_changes (key_id, changed_at, action, subject, details, request_key) values ($1, $2, $3, $4, $5, $6)`,
    [
      ...[change.keyId, new Date(change.nowMs), change.action, change.subject],
      ...[JSON.stringify(change.details), change.requestKey],
    ],
  )
}

export interface OperatorChangeRow {
  readonly change_id: number
  readonly key_id: string
  readonly name: string
  readonly changed_at: Instant
  readonly action: OperatorAction
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Lists changes, newest first; of all keys when `keyId` is null. */
export async function listOperatorChanges(
  db: Queryable,
  asked: { readonly keyId: string | null; readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly OperatorChangeRow[]; readonly total: number }> {
  const listed = '($1::text is null or c.key_id = $1)'
  const [rows, [count]] = await Promise.all([
    db.query<OperatorChangeRow>(
      `select c.change_id, c.key_id, k.name, c.changed_at, c.action, c.subject, c.details
         from operator_changes c join operator_keys k using (key_id) where ${listed}
        order by c.change_id desc limit $2 offset $3`,
      [asked.keyId, asked.size, (asked.page - 1) * asked.size],
    ),
    db.query<{ total: number }>(`select count(*) as total from operator_changes c where ${listed}`, [asked.keyId]),
  ])
  return { rows, total: must(count, 'count').total }
}

/** The second factor of the console, and its sessions. */
import type { OperatorRole } from '../../src/domain/operator-role.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'
import { scopesOf } from '../rules/operator-roles.ts'
import type { StoredCode } from '../rules/verification.ts'
import { type OperatorKeyRow, PARKS_OF_KEY } from './operators.ts'

/** One for each of a driver's sessions; another replaces it, with its tries. */
export async function storeConsoleCode(
  db: Queryable,
  familyId: string,
  code: { readonly codeHash: string; readonly expiresMs: number },
): Promise<void> {
  await db.query(
    `insert into operator_codes (family_id, code_hash, expires_at) values ($1, $2, $3)
     on conflict (family_id) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, wrong_tries = 0`,
    [familyId, code.codeHash, new Date(code.expiresMs)],
  )
}

/** Held until the transaction ends: parallel guesses are counted one by one. */
export async function lockConsoleCode(tx: Queryable, familyId: string): Promise<StoredCode | undefined> {
  const [row] = await tx.query<{ code_hash: string; expires_at: number; wrong_tries: number }>(
    'select code_hash, expires_at, wrong_tries from operator_codes where family_id = $1 for update',
    [familyId],
  )
  return row === undefined
    ? undefined
    : { codeHash: row.code_hash, expiresMs: row.expires_at, wrongTries: row.wrong_tries }
}

export async function countWrongConsoleCode(tx: Queryable, familyId: string): Promise<void> {
  await tx.query('update operator_codes set wrong_tries = wrong_tries + 1 where family_id = $1', [familyId])
}

export async function dropConsoleCode(tx: Queryable, familyId: string): Promise<void> {
  await tx.query('delete from operator_codes where family_id = $1', [familyId])
}

export interface NewConsoleSession {
  readonly sessionId: string
  readonly secretHash: string
  readonly keyId: string
  readonly familyId: string
  readonly nowMs: number
  readonly expiresMs: number
}

/** Those of the member that are over go. */
export async function insertConsoleSession(tx: Queryable, session: NewConsoleSession): Promise<void> {
  await tx.query('delete from operator_sessions where key_id = $1 and (expires_at <= $2 or ended_at is not null)', [
    session.keyId,
    new Date(session.nowMs),
  ])
  await tx.query(
    `insert into operator_sessions (session_id, secret_hash, key_id, family_id, opened_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      ...[session.sessionId, session.secretHash, session.keyId, session.familyId],
      ...[new Date(session.nowMs), new Date(session.expiresMs)],
    ],
  )
}

export type ConsoleOperator = OperatorKeyRow & { readonly secret_hash: string }

/**
 * The member whose session it is, as they may act now. `revoked_at` is set once the session ended, with the driver's own session, the
 * membership or the account.
 */
export async function findConsoleOperator(db: Queryable, sessionId: string): Promise<ConsoleOperator | undefined> {
  const [row] = await db.query<Omit<ConsoleOperator, 'scopes' | 'role'> & { readonly role: OperatorRole }>(
    `select k.key_id, k.name, s.secret_hash, k.organisation_id, m.role, ${PARKS_OF_KEY} as parks, k.created_at, s.expires_at, k.last_used_at,
            coalesce(s.ended_at, m.removed_at, f.revoked_at, u.disabled_at, u.deleted_at) as revoked_at
       from operator_sessions s join operator_members m using (key_id) join operator_keys k using (key_id)
       join refresh_families f on f.family_id = s.family_id join users u on u.user_id = m.user_id
      where s.session_id = $1 and f.user_id = m.user_id`,
    [sessionId],
  )
  return row === undefined ? undefined : { ...row, scopes: scopesOf(row.role) }
}

/** Moves the end on while it is used. */
export async function extendConsoleSession(
  db: Queryable,
  sessionId: string,
  { expiresMs, mostMs }: { readonly expiresMs: number; readonly mostMs: number },
): Promise<void> {
  await db.query(
    `update operator_sessions set expires_at = least($2::timestamptz, opened_at + make_interval(secs => $3))
      where session_id = $1 and expires_at < $2::timestamptz - interval '1 minute'`,
    [sessionId, new Date(expiresMs), mostMs / 1000],
  )
}

export async function endConsoleSession(db: Queryable, sessionId: string, nowMs: number): Promise<void> {
  await db.query('update operator_sessions set ended_at = $2 where session_id = $1 and ended_at is null', [
    sessionId,
    new Date(nowMs),
  ])
}

/** Of the same person, in whichever of their sessions. */
export const findMembershipOf = async (
  db: Queryable,
  userId: UserId,
  organisationId: string,
): Promise<{ readonly key_id: string; readonly created_at: Instant } | undefined> => {
  const [row] = await db.query<{ key_id: string; created_at: Instant }>(
    `select m.key_id, k.created_at from operator_members m join operator_keys k using (key_id)
      where m.user_id = $1 and m.organisation_id = $2 and m.removed_at is null`,
    [userId, organisationId],
  )
  return row
}

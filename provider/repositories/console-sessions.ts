/** Sessions of the console. */
import type { OperatorRole } from '../../src/domain/operator-role.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'
import { scopesOf } from '../rules/operator-roles.ts'
import { type OperatorKeyRow, PARKS_OF_KEY } from './operators.ts'

export interface NewConsoleSession {
  readonly sessionId: string
  readonly secretHash: string
  readonly keyId: string
  readonly familyId: string
  readonly nowMs: number
  readonly expiresMs: number
}

/** Also deletes the member's ended and expired sessions. */
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

type ConsoleRow = Omit<ConsoleOperator, 'scopes' | 'role'> & {
  readonly role: OperatorRole
  readonly may_move_money: boolean
}

/**
 * An organisation with car parks has an interest in their money, so even an authorised member of one may not close
 * money cases.
 */
const MAY_MOVE_MONEY = `(k.key_id in (select key_id from money_staff)
  and not exists (select from operator_parks o where o.organisation_id = k.organisation_id))`

/**
 * Returns the session's member with their current rights. `revoked_at` is set once the session, the driver's own
 * session, the membership or the account has ended.
 */
export async function findConsoleOperator(db: Queryable, sessionId: string): Promise<ConsoleOperator | undefined> {
  const [row] = await db.query<ConsoleRow>(
    `select k.key_id, k.name, s.secret_hash, k.organisation_id, m.role, ${PARKS_OF_KEY} as parks, k.created_at, s.expires_at, k.last_used_at,
            ${MAY_MOVE_MONEY} as may_move_money,
            coalesce(s.ended_at, m.removed_at, f.revoked_at, u.disabled_at, u.deleted_at) as revoked_at
       from operator_sessions s join operator_members m using (key_id) join operator_keys k using (key_id)
       join refresh_families f on f.family_id = s.family_id join users u on u.user_id = m.user_id
      where s.session_id = $1 and f.user_id = m.user_id`,
    [sessionId],
  )
  if (row === undefined) return undefined
  const { may_move_money: mayMoveMoney, ...operator } = row
  return { ...operator, scopes: [...scopesOf(row.role), ...(mayMoveMoney ? (['money'] as const) : [])] }
}

/** Returns the session's user and the driver session it was opened from. */
export async function findSessionOwner(
  db: Queryable,
  sessionId: string,
): Promise<{ readonly user_id: UserId; readonly family_id: string } | undefined> {
  const [row] = await db.query<{ user_id: UserId; family_id: string }>(
    'select m.user_id, s.family_id from operator_sessions s join operator_members m using (key_id) where s.session_id = $1',
    [sessionId],
  )
  return row
}

/** Postpones the expiry while the session is in use. */
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

/** Finds a person's membership, whichever session they use. */
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

import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import type { Device } from '../rules/device.ts'
import type { RefreshTokenFacts } from '../rules/sessions.ts'
import { hashSecret, makeSecret, REFRESH_TOKEN_MS } from '../rules/tokens.ts'

export type RevokeReason = 'logout' | 'reuse' | 'password_reset' | 'revoked'

export interface NewFamily {
  readonly nowMs: number
  readonly device: Device
  /** Its first refresh token, if the caller can derive it again. */
  readonly token?: string
}

export interface StartedFamily {
  readonly familyId: string
  /** Its first refresh token. */
  readonly token: string
}

export interface RefreshTokenRow {
  readonly familyId: string
  readonly userId: UserId
  readonly tokenHash: string
  /** Set together with `facts.usedMs`; the same successor can be derived from it. */
  readonly successorNonce: string | null
  readonly facts: RefreshTokenFacts
}

/** Starts a family and deletes the user's long-expired ones. */
export async function startFamily(tx: Queryable, userId: UserId, family: NewFamily): Promise<StartedFamily> {
  const { nowMs, device, token = makeSecret() } = family
  await tx.query(
    `delete from refresh_families f where f.user_id = $1 and f.created_at < $2
        and not exists (select 1 from refresh_tokens t where t.family_id = f.family_id and t.expires_at > $2)`,
    [userId, new Date(nowMs - REFRESH_TOKEN_MS)],
  )
  const familyId = uuid7(nowMs)
  await tx.query(
    `insert into refresh_families (family_id, user_id, created_at, last_seen_at, browser, system)
     values ($1, $2, $3, $3, $4, $5)`,
    [familyId, userId, new Date(nowMs), device.browser, device.system],
  )
  await insertToken(tx, { familyId, tokenHash: hashSecret(token), nowMs })
  return { familyId, token }
}

async function insertToken(
  tx: Queryable,
  token: { readonly familyId: string; readonly tokenHash: string; readonly nowMs: number },
): Promise<void> {
  await tx.query('insert into refresh_tokens (token_hash, family_id, expires_at) values ($1, $2, $3)', [
    token.tokenHash,
    token.familyId,
    new Date(token.nowMs + REFRESH_TOKEN_MS),
  ])
}

interface Selected {
  readonly family_id: string
  readonly user_id: UserId
  readonly revoked_at: number | null
  readonly expires_at: number
  readonly used_at: number | null
  readonly used_key: string | null
  readonly successor_hash: string | null
  readonly successor_nonce: string | null
}

/**
 * Finds the presented token and locks its family until the transaction ends, so that refreshes of one family run one at
 * a time.
 */
export async function lockRefreshToken(tx: Queryable, token: string): Promise<RefreshTokenRow | undefined> {
  const tokenHash = hashSecret(token)
  const [row] = await tx.query<Selected>(
    `select f.family_id, f.user_id, f.revoked_at, t.expires_at, t.used_at, t.used_key, t.successor_hash, t.successor_nonce
       from refresh_tokens t join refresh_families f using (family_id) where t.token_hash = $1 for update`,
    [tokenHash],
  )
  if (row === undefined) return undefined
  const [successor] = await tx.query<{ used: boolean }>(
    'select used_at is not null as used from refresh_tokens where token_hash = $1',
    [row.successor_hash],
  )
  return {
    familyId: row.family_id,
    userId: row.user_id,
    tokenHash,
    successorNonce: row.successor_nonce,
    facts: {
      revoked: row.revoked_at !== null,
      expiresMs: row.expires_at,
      usedMs: row.used_at,
      usedKey: row.used_key,
      successorUsed: successor?.used ?? false,
    },
  }
}

/** Marks the token as used by `key` and stores the hash of its successor. */
export async function rotateToken(
  tx: Queryable,
  row: Pick<RefreshTokenRow, 'familyId' | 'tokenHash'>,
  next: { readonly key: string; readonly nonce: string; readonly successor: string; readonly nowMs: number },
): Promise<void> {
  const successorHash = hashSecret(next.successor)
  await insertToken(tx, { familyId: row.familyId, tokenHash: successorHash, nowMs: next.nowMs })
  await tx.query(
    'update refresh_tokens set used_at = $2, used_key = $3, successor_hash = $4, successor_nonce = $5 where token_hash = $1',
    [row.tokenHash, new Date(next.nowMs), next.key, successorHash, next.nonce],
  )
  await tx.query('update refresh_families set last_seen_at = $2 where family_id = $1', [
    row.familyId,
    new Date(next.nowMs),
  ])
}

export async function revokeFamily(
  tx: Queryable,
  familyId: string,
  revoked: { readonly reason: RevokeReason; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    'update refresh_families set revoked_at = $2, revoke_reason = $3 where family_id = $1 and revoked_at is null',
    [familyId, new Date(revoked.nowMs), revoked.reason],
  )
}

export interface BearerRow {
  readonly disabled_at: Instant | null
  /** Null for an account. */
  readonly guest: 'open' | 'moved' | null
  /** When the driver last proved their identity; not changed by refreshes. */
  readonly signed_in_at: Instant
}

/**
 * Finds the account of a live session in one query. Returns undefined when the session has ended or the account was
 * deleted.
 */
export async function findBearer(db: Queryable, userId: UserId, sessionId: string): Promise<BearerRow | undefined> {
  const [row] = await db.query<BearerRow>(
    `select u.disabled_at, u.guest, f.created_at as signed_in_at
       from users u join refresh_families f on f.user_id = u.user_id and f.family_id = $2 and f.revoked_at is null
      where u.user_id = $1 and u.deleted_at is null`,
    [userId, sessionId],
  )
  return row
}

/** Revokes the family of a refresh token. Does nothing for an unknown token. */
export async function revokeByToken(db: Queryable, token: string, nowMs: number): Promise<void> {
  await db.query(
    `update refresh_families set revoked_at = $2, revoke_reason = 'logout'
      where revoked_at is null and family_id = (select family_id from refresh_tokens where token_hash = $1)`,
    [hashSecret(token), new Date(nowMs)],
  )
}

export async function revokeAllOfUser(
  tx: Queryable,
  userId: UserId,
  revoked: { readonly reason: RevokeReason; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    'update refresh_families set revoked_at = $2, revoke_reason = $3 where user_id = $1 and revoked_at is null',
    [userId, new Date(revoked.nowMs), revoked.reason],
  )
}

/**
 * Revokes every session of every account and returns how many. Guests are excluded because they could not sign in
 * again.
 */
export async function revokeEveryAccount(db: Queryable, nowMs: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(
    `with ended as (
       update refresh_families f set revoked_at = $1, revoke_reason = 'revoked' from users u
        where u.user_id = f.user_id and u.guest is null and f.revoked_at is null returning 1)
     select count(*) as count from ended`,
    [new Date(nowMs)],
  )
  return row?.count ?? 0
}

export interface FamilyRow {
  readonly family_id: string
  readonly browser: string | null
  readonly system: string | null
  readonly created_at: Instant
  readonly last_seen_at: Instant
}

/** Lists the user's sessions that can still be refreshed, most recently active first. */
export const listFamilies = (db: Queryable, userId: UserId, nowMs: number): Promise<readonly FamilyRow[]> =>
  db.query<FamilyRow>(
    `select family_id, browser, system, created_at, coalesce(last_seen_at, created_at) as last_seen_at
       from refresh_families f
      where user_id = $1 and revoked_at is null
        and exists (select 1 from refresh_tokens t
                     where t.family_id = f.family_id and t.used_at is null and t.expires_at > $2)
      order by coalesce(last_seen_at, created_at) desc, family_id desc`,
    [userId, new Date(nowMs)],
  )

/** Returns false when the user has no such session. A session that has ended already is not changed. */
export async function revokeOwnFamily(
  db: Queryable,
  userId: UserId,
  revoked: { readonly familyId: string; readonly nowMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `update refresh_families set revoke_reason = case when revoked_at is null then 'revoked' else revoke_reason end,
            revoked_at = coalesce(revoked_at, $3)
      where user_id = $1 and family_id = $2 returning 1`,
    [userId, revoked.familyId, new Date(revoked.nowMs)],
  )
  return rows.length > 0
}

/** Revokes all sessions of the user except one. */
export async function revokeOthers(
  db: Queryable,
  userId: UserId,
  kept: { readonly familyId: string; readonly nowMs: number },
): Promise<void> {
  await db.query(
    `update refresh_families set revoked_at = $3, revoke_reason = 'revoked'
      where user_id = $1 and family_id <> $2 and revoked_at is null`,
    [userId, kept.familyId, new Date(kept.nowMs)],
  )
}

import type { UserId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'
import type { StoredCode } from '../rules/verification.ts'
import { countAttempt, findAttempts, forgetAttempts } from './attempts.ts'

/** The action that requires the factor, and the session it is bound to: the factor is valid nowhere else. */
export interface FactorPurpose {
  readonly familyId: string
  readonly purpose: string
}

export type NewFactor = { readonly expiresMs: number } & (
  | { readonly codeHash: string; readonly challenge?: never }
  | { readonly challenge: string; readonly codeHash?: never }
)

/** Replaces a factor for the same purpose and its tries. Deletes expired factors of the session. */
export async function storeFactor(
  db: Queryable,
  { familyId, purpose }: FactorPurpose,
  { expiresMs, codeHash, challenge, nowMs }: NewFactor & { readonly nowMs: number },
): Promise<void> {
  await db.query('delete from second_factors where family_id = $1 and expires_at <= $2', [familyId, new Date(nowMs)])
  await db.query(
    `insert into second_factors (family_id, purpose, code_hash, challenge, expires_at) values ($1, $2, $3, $4, $5)
     on conflict (family_id, purpose) do update set code_hash = excluded.code_hash, challenge = excluded.challenge,
       expires_at = excluded.expires_at, wrong_tries = 0, shown_at = null`,
    [familyId, purpose, codeHash ?? null, challenge ?? null, new Date(expiresMs)],
  )
}

/**
 * Locks the code until the transaction ends, so that parallel guesses are counted one by one. Returns undefined when a
 * passkey is requested instead.
 */
export async function lockFactorCode(
  tx: Queryable,
  { familyId, purpose }: FactorPurpose,
): Promise<StoredCode | undefined> {
  const [row] = await tx.query<{ code_hash: string; expires_at: number; wrong_tries: number }>(
    `select code_hash, expires_at, wrong_tries from second_factors
      where family_id = $1 and purpose = $2 and code_hash is not null for update`,
    [familyId, purpose],
  )
  return row === undefined
    ? undefined
    : { codeHash: row.code_hash, expiresMs: row.expires_at, wrongTries: row.wrong_tries }
}

/** Finds the challenge for a passkey. */
export async function findFactorChallenge(
  db: Queryable,
  { familyId, purpose }: FactorPurpose,
): Promise<string | undefined> {
  const [row] = await db.query<{ challenge: string }>(
    'select challenge from second_factors where family_id = $1 and purpose = $2 and challenge is not null',
    [familyId, purpose],
  )
  return row?.challenge
}

export async function countWrongCode(tx: Queryable, { familyId, purpose }: FactorPurpose): Promise<void> {
  await tx.query('update second_factors set wrong_tries = wrong_tries + 1 where family_id = $1 and purpose = $2', [
    familyId,
    purpose,
  ])
}

/** Allows the action once, until `expiresMs`: see `takeShownFactor`. */
export async function noteFactorShown(
  tx: Queryable,
  { familyId, purpose }: FactorPurpose,
  { nowMs, expiresMs }: { readonly nowMs: number; readonly expiresMs: number },
): Promise<void> {
  await tx.query(
    `update second_factors set shown_at = coalesce(shown_at, $3), expires_at = case when shown_at is null then $4 else expires_at end
      where family_id = $1 and purpose = $2`,
    [familyId, purpose, new Date(nowMs), new Date(expiresMs)],
  )
}

export async function dropFactor(tx: Queryable, { familyId, purpose }: FactorPurpose): Promise<void> {
  await tx.query('delete from second_factors where family_id = $1 and purpose = $2', [familyId, purpose])
}

/**
 * Consumes a verified factor and returns true. Call in the transaction of the action, so that a refusal restores the
 * factor.
 */
export async function takeShownFactor(
  tx: Queryable,
  { familyId, purpose }: FactorPurpose,
  nowMs: number,
): Promise<boolean> {
  const rows = await tx.query(
    'delete from second_factors where family_id = $1 and purpose = $2 and shown_at is not null and expires_at > $3 returning 1 as taken',
    [familyId, purpose, new Date(nowMs)],
  )
  return rows.length === 1
}

const pauseOf = (userId: UserId): string => `factor-pause:${userId}`

/**
 * Pauses codes by email for a day: call in the transaction that changes the address or removes a passkey, so that a
 * stolen password cannot turn the second factor into one of its own before the owner reads the email about it.
 */
export async function pauseFactorCodes(tx: Queryable, userId: UserId, nowMs: number): Promise<void> {
  const bucket = pauseOf(userId)
  await forgetAttempts(tx, bucket)
  await countAttempt(tx, { bucket, windowMs: DAY_MS, nowMs })
}

export const areFactorCodesPaused = async (db: Queryable, userId: UserId, nowMs: number): Promise<boolean> =>
  (await findAttempts(db, pauseOf(userId), nowMs)) !== undefined

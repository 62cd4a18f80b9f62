import type { UserId } from '../../src/domain/ids.ts'
import type { Queryable } from '../db/database.ts'
import type { StoredCode } from '../rules/verification.ts'
import { voidResets } from './users.ts'

export interface EmailChange extends StoredCode {
  readonly email: string
}

/** Replaces a pending change and resets its wrong tries. */
export async function storeEmailChange(
  db: Queryable,
  userId: UserId,
  change: { readonly email: string; readonly codeHash: string; readonly expiresMs: number },
): Promise<void> {
  await db.query(
    `insert into email_changes (user_id, email, code_hash, expires_at) values ($1, $2, $3, $4)
     on conflict (user_id) do update
       set email = excluded.email, code_hash = excluded.code_hash, expires_at = excluded.expires_at, wrong_tries = 0`,
    [userId, change.email, change.codeHash, new Date(change.expiresMs)],
  )
}

/** Locks the change until the transaction ends, so that parallel guesses are counted one by one. */
export async function lockEmailChange(tx: Queryable, userId: UserId): Promise<EmailChange | undefined> {
  const [row] = await tx.query<{ email: string; code_hash: string; expires_at: number; wrong_tries: number }>(
    'select email, code_hash, expires_at, wrong_tries from email_changes where user_id = $1 for update',
    [userId],
  )
  return row === undefined
    ? undefined
    : { email: row.email, codeHash: row.code_hash, expiresMs: row.expires_at, wrongTries: row.wrong_tries }
}

/** Returns the address a code was last sent to. */
export async function findChangedEmail(db: Queryable, userId: UserId): Promise<string | undefined> {
  const [row] = await db.query<{ email: string }>('select email from email_changes where user_id = $1', [userId])
  return row?.email
}

export async function countWrongEmailCode(tx: Queryable, userId: UserId): Promise<void> {
  await tx.query('update email_changes set wrong_tries = wrong_tries + 1 where user_id = $1', [userId])
}

/**
 * Changes the account's address and voids password-reset links sent to the old one. Returns false when another account
 * has taken the address meanwhile.
 */
export async function moveToEmail(
  tx: Queryable,
  userId: UserId,
  change: { readonly email: string; readonly nowMs: number },
): Promise<boolean> {
  await dropEmailChange(tx, userId)
  const moved = await tx.query(
    `update users set email = $2, email_verified_at = $3, updated_at = $3
      where user_id = $1 and not exists (select 1 from users where email = $2 and user_id <> $1) returning 1`,
    [userId, change.email, new Date(change.nowMs)],
  )
  if (moved.length > 0) await voidResets(tx, userId)
  return moved.length > 0
}

export async function dropEmailChange(tx: Queryable, userId: UserId): Promise<void> {
  await tx.query('delete from email_changes where user_id = $1', [userId])
}

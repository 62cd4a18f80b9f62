import { DAY_MS } from '../../src/domain/instant.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Queryable } from '../db/database.ts'
import { isSameHash, type StoredCode } from '../rules/verification.ts'
import type { NewUser } from './users.ts'

/** The account that a registration becomes once its address is verified. */
export interface RegistrationRow extends Omit<NewUser, 'email_verified_at'> {
  /** The referral used; null for none. */
  readonly referral: { readonly code: string; readonly device: string } | null
}

export interface NewCode {
  readonly hash: string
  readonly expiresMs: number
}

/** An unverified registration is deleted after this time, with its personal data. */
const KEPT_MS = 7 * DAY_MS

const COLUMNS = 'user_id, email, password_hash, first_name, last_name, phone, country_code, language, referral'

/** Keeps other registrations of the same address: none can overwrite another's name or password. */
export async function insertRegistration(
  tx: Queryable,
  row: RegistrationRow,
  { code, nowMs }: { readonly code: NewCode; readonly nowMs: number },
): Promise<void> {
  await tx.query('delete from registrations where created_at < $1', [new Date(nowMs - KEPT_MS)])
  await tx.query(
    `insert into registrations (${COLUMNS}, created_at, code_hash, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[row.user_id, row.email, row.password_hash, row.first_name, row.last_name, row.phone],
      ...[row.country_code, row.language, row.referral === null ? null : JSON.stringify(row.referral)],
      ...[new Date(nowMs), code.hash, new Date(code.expiresMs)],
    ],
  )
}

/** Finds the newest registration of an address. */
export async function findRegistration(db: Queryable, email: string): Promise<RegistrationRow | undefined> {
  const [row] = await db.query<RegistrationRow>(
    `select ${COLUMNS} from registrations where email = $1 order by created_at desc, user_id desc limit 1`,
    [email],
  )
  return row
}

/**
 * Finds the registration of an address for which this code was sent. If it matches none, it counts as a wrong try for
 * each of them.
 */
export async function findByCode(
  tx: Queryable,
  email: string,
  hashOf: (userId: UserId) => Promise<string>,
): Promise<UserId | undefined> {
  const rows = await tx.query<{ user_id: UserId; code_hash: string }>(
    'select user_id, code_hash from registrations where email = $1 order by created_at desc limit 10 for update',
    [email],
  )
  for (const { user_id: userId, code_hash: known } of rows) if (isSameHash(await hashOf(userId), known)) return userId
  await tx.query('update registrations set wrong_tries = wrong_tries + 1 where user_id = any($1)', [
    rows.map((row) => row.user_id),
  ])
  return undefined
}

export interface LockedRegistration {
  readonly row: RegistrationRow
  readonly code: StoredCode
}

/** Locks the registration until the transaction ends, so that parallel guesses are counted one by one. */
export async function lockRegistration(tx: Queryable, userId: UserId): Promise<LockedRegistration | undefined> {
  const [found] = await tx.query<
    RegistrationRow & { readonly code_hash: string; readonly expires_at: number; readonly wrong_tries: number }
  >(`select ${COLUMNS}, code_hash, expires_at, wrong_tries from registrations where user_id = $1 for update`, [userId])
  if (found === undefined) return undefined
  const { code_hash: codeHash, expires_at: expiresMs, wrong_tries: wrongTries, ...row } = found
  return { row, code: { codeHash, expiresMs, wrongTries } }
}

/** Replaces the code and resets the wrong tries. */
export async function replaceCode(tx: Queryable, userId: UserId, code: NewCode): Promise<void> {
  await tx.query('update registrations set code_hash = $2, expires_at = $3, wrong_tries = 0 where user_id = $1', [
    userId,
    code.hash,
    new Date(code.expiresMs),
  ])
}

export async function countWrongCode(tx: Queryable, userId: UserId): Promise<void> {
  await tx.query('update registrations set wrong_tries = wrong_tries + 1 where user_id = $1', [userId])
}

/** Deletes all registrations of an address after one was verified. */
export async function forgetRegistrations(tx: Queryable, email: string): Promise<void> {
  await tx.query('delete from registrations where email = $1', [email])
}

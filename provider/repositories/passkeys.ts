import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'

export interface PasskeyRow {
  readonly credential_id: string
  readonly user_id: UserId
  /** In COSE format. */
  readonly public_key: Buffer<ArrayBuffer>
  readonly counter: number
  readonly transports: readonly string[]
  readonly name: string
  readonly created_at: Instant
  readonly last_used_at: Instant | null
}

export type NewPasskey = Omit<PasskeyRow, 'created_at' | 'last_used_at'>

const COLUMNS = 'credential_id, user_id, public_key, counter, transports, name, created_at, last_used_at'

interface Challenge {
  /** Base64url. */
  readonly challenge: string
  readonly purpose: 'sign_in' | 'creation' | 'second_factor'
  /** Null for a sign-in, when the user is not known yet. */
  readonly userId: UserId | null
}

/** Stored with its purpose, so that an answer given for one purpose is refused for any other. */
const toStored = ({ challenge, purpose }: Challenge): string => `${purpose}:${challenge}`

/** Stores an issued challenge and deletes expired ones. */
export async function storeChallenge(
  db: Queryable,
  given: Challenge & { readonly expiresMs: number },
  nowMs: number,
): Promise<void> {
  await db.query('delete from passkey_challenges where expires_at <= $1', [new Date(nowMs)])
  await db.query('insert into passkey_challenges (challenge, user_id, expires_at) values ($1, $2, $3)', [
    toStored(given),
    given.userId,
    new Date(given.expiresMs),
  ])
}

/** Consumes a challenge. Returns true if it was issued to this user for this purpose and has not expired. */
export async function takeChallenge(db: Queryable, answered: Challenge, nowMs: number): Promise<boolean> {
  const taken = await db.query<{ user_id: UserId | null; expires_at: number }>(
    'delete from passkey_challenges where challenge = $1 returning user_id, expires_at',
    [toStored(answered)],
  )
  return taken.some(({ user_id, expires_at }) => user_id === answered.userId && expires_at > nowMs)
}

export const listPasskeys = (db: Queryable, userId: UserId): Promise<readonly PasskeyRow[]> =>
  db.query<PasskeyRow>(`select ${COLUMNS} from passkeys where user_id = $1 order by created_at, credential_id`, [
    userId,
  ])

/** Locks the passkey until the transaction ends, so that answers of one authenticator are checked one at a time. */
export async function lockPasskey(tx: Queryable, credentialId: string): Promise<PasskeyRow | undefined> {
  const [row] = await tx.query<PasskeyRow>(`select ${COLUMNS} from passkeys where credential_id = $1 for update`, [
    credentialId,
  ])
  return row
}

/** Returns undefined when the credential is already registered. */
export async function insertPasskey(db: Queryable, key: NewPasskey, nowMs: number): Promise<PasskeyRow | undefined> {
  const [row] = await db.query<PasskeyRow>(
    `insert into passkeys (credential_id, user_id, public_key, counter, transports, name, created_at)
     values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing returning ${COLUMNS}`,
    [key.credential_id, key.user_id, key.public_key, key.counter, key.transports, key.name, new Date(nowMs)],
  )
  return row
}

export async function notePasskeyUse(
  tx: Queryable,
  credentialId: string,
  use: { readonly counter: number; readonly nowMs: number },
): Promise<void> {
  await tx.query('update passkeys set counter = $2, last_used_at = $3 where credential_id = $1', [
    credentialId,
    use.counter,
    new Date(use.nowMs),
  ])
}

/** Deletes one passkey, or all when `credentialId` is null. Returns false when the user has no such passkey. */
export async function deletePasskeys(db: Queryable, userId: UserId, credentialId: string | null): Promise<boolean> {
  const rows = await db.query(
    'delete from passkeys where user_id = $1 and ($2::text is null or credential_id = $2) returning 1',
    [userId, credentialId],
  )
  return rows.length > 0
}

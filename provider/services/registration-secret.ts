import { isUuid } from '../../src/lib/uuid7.ts'
import { toUserId, type UserId } from '../../src/domain/ids.ts'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import { hashCode, makeSecret } from '../rules/tokens.ts'
import { isSameHash } from '../rules/verification.ts'

const findKey = (db: Queryable): Promise<string> => getOrCreateSecret(db, 'email_codes', makeSecret)

/** Bound to the registration, so that one stored hash reveals nothing about another's code. */
export const hashCodeOf = async (db: Queryable, userId: UserId, code: string): Promise<string> =>
  hashCode(await findKey(db), `${userId}:${code}`)

/**
 * A secret held only by the phone that registered. Without it no code opens the account, so a stranger who registers an
 * address gains nothing when its owner enters the code. Derived, not stored; made for any id, whether it has a
 * registration or not.
 */
export async function makeRegistrationSecret(db: Queryable, userId: UserId): Promise<string> {
  return `${userId}.${hashCode(await findKey(db), `registration:${userId}`)}`
}

/** Returns the registration that a secret belongs to; undefined for an invalid one. */
export async function readRegistrationSecret(db: Queryable, secret: string): Promise<UserId | undefined> {
  const [id = ''] = secret.split('.')
  if (!isUuid(id)) return undefined
  const userId = toUserId(id)
  return isSameHash(await makeRegistrationSecret(db, userId), secret) ? userId : undefined
}

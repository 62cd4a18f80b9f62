import { isUuid } from '../../src/lib/uuid7.ts'
import { toUserId, type UserId } from '../../src/domain/ids.ts'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import { hashCode, makeSecret } from '../rules/tokens.ts'
import { isSameHash } from '../rules/verification.ts'

const findKey = (db: Queryable): Promise<string> => getOrCreateSecret(db, 'email_codes', makeSecret)

/** Bound to the registration, so that one stored hash says nothing about another's code. */
export const hashCodeOf = async (db: Queryable, userId: UserId, code: string): Promise<string> =>
  hashCode(await findKey(db), `${userId}:${code}`)

/**
 * What only the phone that registered has: without it nobody's code opens the account, so a stranger who registers an address gets
 * nothing from a code that its owner types. Derived and stored nowhere; made for any id, whether a registration has it or not.
 */
export async function makeRegistrationSecret(db: Queryable, userId: UserId): Promise<string> {
  return `${userId}.${hashCode(await findKey(db), `registration:${userId}`)}`
}

/** Which registration a secret is of; undefined for a text that is none. */
export async function readRegistrationSecret(db: Queryable, secret: string): Promise<UserId | undefined> {
  const [id = ''] = secret.split('.')
  if (!isUuid(id)) return undefined
  const userId = toUserId(id)
  return isSameHash(await makeRegistrationSecret(db, userId), secret) ? userId : undefined
}

import type { SocialProvider } from '../../src/contract/social.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Queryable } from '../db/database.ts'

/** A person as identified by the identity service. */
export interface SocialSubject {
  readonly project: string
  readonly uid: string
}

export async function findSocialUserId(db: Queryable, { project, uid }: SocialSubject): Promise<UserId | undefined> {
  const [row] = await db.query<{ user_id: UserId }>(
    'select user_id from social_identities where project = $1 and uid = $2',
    [project, uid],
  )
  return row?.user_id
}

/** Lists the services with which the account can sign in. */
export async function listSocialProviders(db: Queryable, userId: UserId): Promise<readonly SocialProvider[]> {
  const rows = await db.query<{ provider: SocialProvider }>(
    'select distinct provider from social_identities where user_id = $1',
    [userId],
  )
  return rows.map(({ provider }) => provider)
}

export async function insertSocialIdentity(
  tx: Queryable,
  identity: SocialSubject & {
    readonly provider: SocialProvider
    readonly userId: UserId
    readonly nowMs: number
  },
): Promise<void> {
  const { project, uid, provider, userId, nowMs } = identity
  await tx.query(
    'insert into social_identities (project, uid, provider, user_id, created_at) values ($1, $2, $3, $4, $5)',
    [project, uid, provider, userId, new Date(nowMs)],
  )
}

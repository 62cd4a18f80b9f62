import { databases, type Databases } from '../databases.ts'
import type { ParkedRow } from '../parked-row.ts'
import type { RecentRow } from '../recent-row.ts'
import type { BlockedAttemptRow } from '../schema.ts'
import { onPublic } from '../with-db.ts'
import { readAsUser } from './session.ts'

/** What the driver has on this phone and nowhere else, except for requests. */
export interface OnlyHere {
  readonly parked: readonly ParkedRow[]
  readonly blockedAttempts: readonly BlockedAttemptRow[]
  readonly recents: readonly RecentRow[]
}

export async function readOnlyHere(dbs: Databases = databases): Promise<OnlyHere> {
  const own = await readAsUser(dbs, { parked: [], blockedAttempts: [] }, async (db) => ({
    parked: await db.parked.toArray(),
    blockedAttempts: await db.blockedAttempts.toArray(),
  }))
  return { ...own, recents: await onPublic(dbs, () => dbs.public.recents.toArray()) }
}

import { databases, type Databases } from '../databases.ts'
import type { BlockedAttemptRow } from '../schema.ts'
import type { Saved } from './saved.ts'
import { readAsUser } from './session.ts'

export type { BlockedAttemptRow, WantedStay } from '../schema.ts'

/** Newest first. */
export const readBlockedAttempts = (dbs: Databases = databases): Promise<Saved<readonly BlockedAttemptRow[]>> =>
  readAsUser<Saved<readonly BlockedAttemptRow[]>>(dbs, { value: [], savedAt: null }, async (db) => {
    const rows = await db.blockedAttempts.orderBy('id').toArray()
    return { value: rows.toReversed(), savedAt: null }
  })

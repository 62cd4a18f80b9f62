import { DAY_MS } from '../../domain/instant.ts'
import type { Databases } from '../databases.ts'
import type { BlockedAttemptRow } from '../schema.ts'
import { writeAsUser } from '../as-user.ts'

/** A driver may dispute a fine for weeks. */
const KEPT_MS = 60 * DAY_MS
const KEPT_ROWS = 50

/** Stores the record and removes those that are too old or too many. A sign-out removes all of them. */
export const applyBlockedAttempt = (dbs: Databases, userId: string, row: BlockedAttemptRow): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['blockedAttempts'],
    async work(db) {
      await db.blockedAttempts.put(row)
      const rows = await db.blockedAttempts.orderBy('id').toArray()
      const old = rows.filter(({ at }, index) => row.at - at > KEPT_MS || index < rows.length - KEPT_ROWS)
      await db.blockedAttempts.bulkDelete(old.map(({ id }) => id))
    },
  })

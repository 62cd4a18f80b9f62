import type { Databases } from '../databases.ts'
import { statesThatAre } from '../outbox-row.ts'
import type { UserDb } from '../schema.ts'
import { onUser } from '../with-db.ts'

/**
 * Counter that marks the driver as signed in: see `asUser`. The transaction that clears the other rows removes it too.
 */
export const PRESENCE = 'signed_in'

/** What happens to waiting requests: kept for the same driver's next sign-in, or discarded. */
export type UnsentChoice = 'keep' | 'discard'

/**
 * Clears everything but waiting and refused requests, their pictures, and the counters that order them. Returns how
 * many requests wait.
 */
async function clearButOutbox(db: UserDb): Promise<number> {
  const cleared = db.tables.filter(({ name }) => !['outbox', 'scans', 'counters'].includes(name))
  return db.transaction('rw', db.tables, async () => {
    await db.counters.delete(PRESENCE)
    for (const table of cleared) await table.clear()
    await db.outbox.where('state').anyOf(statesThatAre('over')).delete()
    const refused = await db.outbox.where('state').anyOf(statesThatAre('refused')).count()
    return (await db.outbox.count()) - refused
  })
}

/**
 * Removes a driver's rows, and the database unless it still holds requests. Returns false when an emptied database may
 * be left.
 */
export async function forgetUser(dbs: Databases, userId: string, unsent: UnsentChoice): Promise<boolean> {
  if (unsent === 'keep' && (await onUser(dbs, userId, clearButOutbox)) > 0) return true
  return dbs.deleteUser(userId)
}

import type { Databases } from '../databases.ts'
import { statesThatAre } from '../outbox-row.ts'
import type { UserDb } from '../schema.ts'
import { onUser } from '../with-db.ts'

/** A counter that says that the driver is signed in: see `asUser`. Goes with them, in the transaction that clears the rest. */
export const PRESENCE = 'signed_in'

/** What becomes of requests that wait: kept for the same driver's next sign-in, or given up. */
export type UnsentChoice = 'keep' | 'discard'

/** Clears everything but requests that wait or were refused, their pictures, and the counters that order them. Gives how many wait. */
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

/** Removes a driver's rows; the database too, unless requests are kept in it. False: an emptied one may be left. */
export async function forgetUser(dbs: Databases, userId: string, unsent: UnsentChoice): Promise<boolean> {
  if (unsent === 'keep' && (await onUser(dbs, userId, clearButOutbox)) > 0) return true
  return dbs.deleteUser(userId)
}

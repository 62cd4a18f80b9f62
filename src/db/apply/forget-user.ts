import type { Databases } from '../databases.ts'
import type { UserDb } from '../schema.ts'
import { onUser } from '../with-db.ts'

/** What becomes of commands that wait: kept for the same driver's next sign-in, or given up. */
export type UnsentChoice = 'keep' | 'discard'

/** Nothing more comes of these, and nobody need look at them. */
const OVER: readonly string[] = ['done', 'discarded']
/** Not sent any more, but the driver has not been seen to know: kept beside what waits. */
const REFUSED: readonly string[] = ['rejected', 'expired', 'quarantined']

/** Clears everything but commands that wait or were refused, and the counter that orders them. Gives how many wait. */
async function clearButOutbox(db: UserDb): Promise<number> {
  const cleared = db.tables.filter(({ name }) => name !== 'outbox' && name !== 'counters')
  return db.transaction('rw', [...cleared, db.outbox], async () => {
    for (const table of cleared) await table.clear()
    await db.outbox.where('state').anyOf(OVER).delete()
    const refused = await db.outbox.where('state').anyOf(REFUSED).count()
    return (await db.outbox.count()) - refused
  })
}

/** Removes a driver's rows; the database too, unless commands are kept in it. False: an emptied one may be left. */
export async function forgetUser(dbs: Databases, userId: string, unsent: UnsentChoice): Promise<boolean> {
  if (unsent === 'keep' && (await onUser(dbs, userId, clearButOutbox)) > 0) return true
  return dbs.deleteUser(userId)
}

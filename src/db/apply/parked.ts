import { DAY_MS } from '../../domain/instant.ts'
import { writeAsUser } from '../as-user.ts'
import type { Databases } from '../databases.ts'
import type { ParkedRow } from '../parked-row.ts'
import type { UserDb } from '../schema.ts'

/**
 * Drivers do not look for the car a day after the booking has ended. Runs inside a transaction over both tables.
 * @param heardNow the provider's time, null when unknown: nothing is deleted then. A phone's clock may be days ahead,
 *   and the note exists nowhere else.
 */
export async function forgetOverParked(db: UserDb, heardNow: number | null): Promise<void> {
  if (heardNow === null) return
  const ids = await db.parked.toCollection().primaryKeys()
  const bookings = await db.bookings.bulkGet(ids)
  const isOver = (_id: string, index: number): boolean => {
    const end = bookings[index]?.booking.end_time
    return end === undefined || heardNow - Date.parse(end) > DAY_MS
  }
  await db.parked.bulkDelete(ids.filter(isOver))
}

/** Null removes what is kept for this booking. Entries of past bookings are removed at the same time. */
export const applyParked = (
  dbs: Databases,
  userId: string,
  change: { readonly id: string; readonly row: ParkedRow | null; readonly heardNow: number | null },
): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['bookings', 'parked'],
    async work(db) {
      await (change.row === null ? db.parked.delete(change.id) : db.parked.put(change.row))
      await forgetOverParked(db, change.heardNow)
    },
  })

/** Removes entries of past bookings without a pull, for a phone that has long been offline. */
export const applyOverParked = (dbs: Databases, userId: string, heardNow: number | null): Promise<boolean> =>
  writeAsUser(dbs, userId, { tables: ['bookings', 'parked'], work: (db) => forgetOverParked(db, heardNow) })

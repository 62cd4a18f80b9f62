import { databases, type Databases } from '../databases.ts'
import type { UserDb } from '../schema.ts'
import type { OutboxSnapshot } from './outbox.ts'
import { readAsUser } from './session.ts'

/** A read of one driver's rows, to be combined with others. */
export type RowsRead<T> = (db: UserDb) => PromiseLike<T>

/** Rows with the requests that the provider has not answered yet. */
export interface RowsWithOutbox<T> {
  readonly rows: T
  readonly outbox: OutboxSnapshot
}

/**
 * Reads all in one transaction: each separate one is another round trip between a tap and the screen that shows it.
 * Returns null for a visitor.
 */
export const readWithOutbox = <T>(read: RowsRead<T>, dbs: Databases = databases): Promise<RowsWithOutbox<T> | null> =>
  readAsUser<RowsWithOutbox<T> | null>(dbs, null, (db, userId) =>
    db.transaction('r', [db.bookings, db.vehicles, db.favourites, db.saved, db.outbox], async () => {
      const at = performance.now()
      const [rows, stored] = await Promise.all([read(db), db.outbox.toArray()])
      return { rows, outbox: { userId, rows: stored, at } }
    }),
  )

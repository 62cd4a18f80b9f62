import type { Databases } from '../databases.ts'
import type { OutboxRow } from '../outbox-row.ts'
import type { UserDb } from '../schema.ts'
import { asUser, writeAsUser } from '../as-user.ts'

/** A step of one row's life: gets the row as it is now, gives the next one, or undefined to leave it alone. */
export interface OutboxChange {
  readonly id: string
  readonly change: (stored: unknown) => OutboxRow | undefined
}

/** Inside a transaction that holds `outbox`. Gives the row as written. */
export async function changeOutboxRow(db: UserDb, { id, change }: OutboxChange): Promise<OutboxRow | undefined> {
  const next = change(await db.outbox.get(id))
  if (next !== undefined) await db.outbox.put(next)
  return next
}

/** A step that stands alone. False: the driver is signed in no more. */
export const applyOutboxStep = (dbs: Databases, userId: string, step: OutboxChange): Promise<boolean> =>
  writeAsUser(dbs, userId, { tables: ['outbox'], work: (db) => changeOutboxRow(db, step) })

/** Undefined: the row is not as the change needs it, or the driver is signed in no more. */
export const applyOutboxChange = (dbs: Databases, userId: string, step: OutboxChange): Promise<OutboxRow | undefined> =>
  asUser(dbs, userId, { tables: ['outbox'], work: (db) => changeOutboxRow(db, step) })

export const applyOutboxSweep = (dbs: Databases, userId: string, ids: readonly string[]): Promise<boolean> =>
  writeAsUser(dbs, userId, { tables: ['outbox'], work: (db) => db.outbox.bulkDelete([...ids]) })

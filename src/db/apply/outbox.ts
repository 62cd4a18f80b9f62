import type { Databases } from '../databases.ts'
import type { OutboxRow } from '../outbox-row.ts'
import type { UserDb } from '../schema.ts'
import { asUser, writeAsUser } from '../as-user.ts'

/** One step in a row's life: receives the current row and returns the next one, or undefined to leave it unchanged. */
export interface OutboxChange {
  readonly id: string
  readonly change: (stored: unknown) => OutboxRow | undefined
}

/** Runs inside a transaction that holds `outbox`. Returns the row as written. */
export async function changeOutboxRow(db: UserDb, { id, change }: OutboxChange): Promise<OutboxRow | undefined> {
  const next = change(await db.outbox.get(id))
  if (next !== undefined) await db.outbox.put(next)
  return next
}

/** Applies a single step. Returns false when the driver is signed out. */
export const applyOutboxStep = (dbs: Databases, userId: string, step: OutboxChange): Promise<boolean> =>
  writeAsUser(dbs, userId, { tables: ['outbox'], work: (db) => changeOutboxRow(db, step) })

/** Returns undefined when the row is not in the state that the change requires, or the driver is signed out. */
export const applyOutboxChange = (dbs: Databases, userId: string, step: OutboxChange): Promise<OutboxRow | undefined> =>
  asUser(dbs, userId, { tables: ['outbox'], work: (db) => changeOutboxRow(db, step) })

export const applyOutboxSweep = (dbs: Databases, userId: string, ids: readonly string[]): Promise<boolean> =>
  writeAsUser(dbs, userId, { tables: ['outbox'], work: (db) => db.outbox.bulkDelete([...ids]) })

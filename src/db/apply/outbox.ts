import type { Databases } from '../databases.ts'
import type { OutboxRow } from '../outbox-row.ts'
import type { UserDb } from '../schema.ts'
import { writeAsUser } from './user-rows.ts'

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

/** Undefined: the row is not as the change needs it, or the driver is signed in no more. */
export async function applyOutboxChange(
  dbs: Databases,
  userId: string,
  step: OutboxChange,
): Promise<OutboxRow | undefined> {
  let changed: OutboxRow | undefined
  const isOwn = await writeAsUser(dbs, userId, (db) =>
    db.transaction('rw', db.outbox, async () => {
      changed = await changeOutboxRow(db, step)
    }),
  )
  return isOwn ? changed : undefined
}

export const applyOutboxSweep = (dbs: Databases, userId: string, ids: readonly string[]): Promise<boolean> =>
  writeAsUser(dbs, userId, (db) => db.outbox.bulkDelete([...ids]))

import { databases, type Databases } from '../databases.ts'
import { onUser } from '../with-db.ts'
import { findSession } from './session.ts'

export type { NowCommand } from '../command.ts'
export type { OutboxRow } from '../outbox-row.ts'

/** A driver's outbox as it is stored: a row may be of any shape. */
export interface StoredOutbox {
  readonly userId: string
  readonly rows: readonly unknown[]
}

/** Undefined: a visitor. */
export async function readStoredOutbox(dbs: Databases = databases): Promise<StoredOutbox | undefined> {
  const session = await findSession(dbs)
  if (session === undefined) return undefined
  const userId = session.user.user_id
  return { userId, rows: await onUser(dbs, userId, (db) => db.outbox.toArray()) }
}

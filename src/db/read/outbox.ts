import { observable } from '../../lib/observable.ts'
import { databases, type Databases } from '../databases.ts'
import { readAsUser } from './session.ts'

export type { NowCommand } from '../command.ts'
export type { OutboxRow } from '../outbox-row.ts'

/** A driver's outbox as it is stored: a row may be of any shape. */
export interface StoredOutbox {
  readonly userId: string
  readonly rows: readonly unknown[]
}

/** Undefined: a visitor. */
export const readStoredOutbox = (dbs: Databases = databases): Promise<StoredOutbox | undefined> =>
  readAsUser<StoredOutbox | undefined>(dbs, undefined, async (db, userId) => ({
    userId,
    rows: await db.outbox.toArray(),
  }))

/** A driver's outbox as one transaction of this page left it. */
export interface OutboxSnapshot extends StoredOutbox {
  /** When it was committed, milliseconds of `performance.now()`: compared with reads of this page alone. */
  readonly at: number
}

/**
 * What the driver asked for last on this page. A screen shows it from its commit on, without another trip to the database; reads that
 * began later know it themselves.
 */
export const lastOutboxCommit = observable<OutboxSnapshot | null>(null)

import { observable } from '../../lib/observable.ts'
import { databases, type Databases } from '../databases.ts'
import { readAsUser } from './session.ts'

export type { NowCommand } from '../command.ts'
export type { OutboxRow } from '../outbox-row.ts'

/** A driver's outbox as stored: a row may have any shape. */
export interface StoredOutbox {
  readonly userId: string
  readonly rows: readonly unknown[]
}

/** Returns undefined for a visitor. */
export const readStoredOutbox = (dbs: Databases = databases): Promise<StoredOutbox | undefined> =>
  readAsUser<StoredOutbox | undefined>(dbs, undefined, async (db, userId) => ({
    userId,
    rows: await db.outbox.toArray(),
  }))

/** A driver's outbox after one transaction of this page. */
export interface OutboxSnapshot extends StoredOutbox {
  /** Commit time, milliseconds of `performance.now()`: compared only with reads of this page. */
  readonly at: number
}

/**
 * The last request made on this page. Screens show it from its commit on, without another database read; reads that
 * began later include it themselves.
 */
export const lastOutboxCommit = observable<OutboxSnapshot | null>(null)

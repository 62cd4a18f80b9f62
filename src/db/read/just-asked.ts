import { observable } from '../../lib/observable.ts'
import type { StoredOutbox } from './outbox.ts'

/** A driver's outbox as one transaction of this page left it. */
export interface OutboxMoment extends StoredOutbox {
  /** When it was committed, milliseconds of `performance.now()`: compared with reads of this page alone. */
  readonly at: number
}

/**
 * What the driver asked for last on this page. A screen shows it from its commit on, without another trip to the database; reads that
 * began later know it themselves.
 */
export const justAsked = observable<OutboxMoment | null>(null)

import { databases } from '../db/databases.ts'
import type { OutboxRow } from '../db/outbox-row.ts'
import type { QueueableCommand } from '../domain/commands.ts'
import { type OutboxSignal, outboxSignal } from '../signals/outbox-signal.ts'
import { systemClock } from '../lib/clock.ts'
import { clockAheadMs } from '../lib/clock-ahead.ts'
import { connection, type Connection } from '../signals/connection.ts'
import type { Observable } from '../lib/observable.ts'
import { systemRandom } from '../lib/random.ts'
import { ok, type Result } from '../lib/result.ts'
import { systemTimers, type Timers } from '../lib/timers.ts'
import { type EnqueueError, record, type Recorder } from './record.ts'

export { record } from './record.ts'

/**
 * What making a request needs from a phone; a `Phone` is one. It has no connection to the provider: the drainer sends
 * what is stored here.
 */
export interface EnqueueContext extends Recorder {
  readonly connection: Observable<Connection>
  readonly outboxSignal: OutboxSignal
  readonly timers: Timers
  /** Returns how far this phone's clock is ahead of the provider's, milliseconds; null when unknown. */
  readonly clockAheadMs: () => number | null
}

/** The context of this page. */
export const enqueueContext: EnqueueContext = {
  dbs: databases,
  clock: systemClock,
  random: systemRandom,
  connection,
  outboxSignal: outboxSignal,
  timers: systemTimers,
  clockAheadMs,
}

/** Stores a command in lane `queued`. A command that repeats, corrects or undoes an unsent one replaces it. */
export async function enqueue(
  asker: Recorder,
  userId: string,
  command: QueueableCommand,
): Promise<Result<OutboxRow, EnqueueError>> {
  const placed = await record(asker, userId, { command })
  return placed.ok ? ok(placed.value.row) : placed
}

import { asUser } from '../db/as-user.ts'
import { commitFirst } from '../db/commit-first.ts'
import { databases, type Databases } from '../db/databases.ts'
import { type OutboxRow, ownerOf } from '../db/outbox-row.ts'
import { justAsked } from '../db/read/just-asked.ts'
import type { QueueableCommand } from '../domain/commands.ts'
import { type Bell, outboxBell } from '../lib/bell.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { clockAheadMs } from '../lib/clock-ahead.ts'
import { connection, type Connection } from '../lib/connection.ts'
import type { Observable } from '../lib/observable.ts'
import { systemRandom } from '../lib/random.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { StorageError } from '../lib/storage-trouble.ts'
import { systemTimers, type Timers } from '../lib/timers.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { place, type Placed, type PlaceError, type Wish } from './place.ts'

/** What keeping a request needs of a phone. */
export interface Recorder {
  readonly dbs: Databases
  readonly clock: Clock
  readonly random: () => number
}

/** What asking needs of a phone; a `Phone` is one. No way to the provider: what is asked for here is sent by others. */
export interface Asker extends Recorder {
  readonly connection: Observable<Connection>
  readonly bell: Bell
  readonly timers: Timers
  /** How far this phone's clock is ahead of the provider's, milliseconds; null: not known. */
  readonly clockAheadMs: () => number | null
}

/** This page. */
export const thisAsker: Asker = {
  dbs: databases,
  clock: systemClock,
  random: systemRandom,
  connection,
  bell: outboxBell,
  timers: systemTimers,
  clockAheadMs,
}

export type EnqueueError =
  | PlaceError
  /** The phone has no room, or no storage: nothing was changed. */
  | 'not_saved'
  /** Whoever tapped is signed in no more: nothing was kept. */
  | 'signed_out'

/** One request of one driver, in either lane: one transaction, durable before this resolves. Wakes nobody. */
export async function record(
  { dbs, clock, random }: Recorder,
  userId: string,
  wanted: Pick<Wish, 'command' | 'isDraft' | 'doneBefore'>,
): Promise<Result<Placed, EnqueueError>> {
  const now = clock.now()
  const wish = { id: uuid7(now, random), owner: ownerOf(userId), now, ...wanted }
  try {
    const asked = await asUser(dbs, userId, {
      tables: ['outbox', 'bookings'],
      run: commitFirst,
      work: async (db) => ({ placed: await place(db, wish), rows: await db.outbox.toArray() }),
    })
    if (asked === undefined) return err('signed_out')
    justAsked.set({ userId, rows: asked.rows, at: performance.now() })
    return asked.placed
  } catch (error) {
    // A newer release in another tab is no lack of room: the caller says to reload.
    if (error instanceof StorageError && error.reason !== 'outdated') return err('not_saved')
    throw error
  }
}

/** Lane `queued`. A command that repeats, corrects or undoes one that was never sent takes its place. */
export async function enqueue(
  asker: Recorder,
  userId: string,
  command: QueueableCommand,
): Promise<Result<OutboxRow, EnqueueError>> {
  const placed = await record(asker, userId, { command })
  return placed.ok ? ok(placed.value.row) : placed
}

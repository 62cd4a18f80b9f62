import { databases, type Databases } from '../db/databases.ts'
import { commitFirst } from '../db/commit-first.ts'
import { nextSeq } from '../db/next-seq.ts'
import { type OutboxOwner, type OutboxRow, ownerOf } from '../db/outbox-row.ts'
import type { UserDb } from '../db/schema.ts'
import { onUser } from '../db/with-db.ts'
import { justAsked } from '../db/read/just-asked.ts'
import { OUTBOX_CAP } from '../config/limits.ts'
import { entityKey, type QueueableCommand } from '../domain/commands.ts'
import { unreachable } from '../lib/assert.ts'
import { type Bell, outboxBell } from '../lib/bell.ts'
import { type Clock, systemClock } from '../lib/clock.ts'
import { connection, type Connection } from '../lib/connection.ts'
import type { Observable } from '../lib/observable.ts'
import { systemRandom } from '../lib/random.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { StorageError } from '../lib/storage-trouble.ts'
import { systemTimers, type Timers } from '../lib/timers.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { collapse } from './enqueue/collapse.ts'
import { parseRow } from './parse-row.ts'
import { discarded, isWaiting } from './settle.ts'

/** What asking needs of a phone; a `Phone` is one. No way to the provider: what is asked for here is sent by the drainer. */
export interface Asker {
  readonly dbs: Databases
  readonly clock: Clock
  readonly random: () => number
  readonly connection: Observable<Connection>
  readonly bell: Bell
  readonly timers: Timers
}

/** This page. */
export const thisAsker: Asker = {
  dbs: databases,
  clock: systemClock,
  random: systemRandom,
  connection,
  bell: outboxBell,
  timers: systemTimers,
}

export type EnqueueError =
  /** As many commands wait as are kept. */
  | 'full'
  /** The phone has no room, or no storage: nothing was changed. */
  | 'not_saved'
  /** It builds on a command that was sent and whose answer is not known: that one first. */
  | 'unknown_outcome_ahead'

interface Wish {
  readonly id: string
  readonly owner: OutboxOwner
  readonly command: QueueableCommand
  readonly now: number
}

const newRow = ({ id, owner, command, now }: Wish, seq: number): OutboxRow => ({
  id,
  seq,
  owner,
  kind: command.kind,
  entity: entityKey(command),
  command,
  v: 1,
  state: 'queued',
  attempts: 0,
  nextAt: now,
  firstSentAt: null,
  lastError: null,
  createdAt: now,
  settledAt: null,
  answers: [],
  reconcile: false,
  stuck: false,
})

const drop = (db: UserDb, rows: readonly OutboxRow[], now: number): Promise<unknown> =>
  db.outbox.bulkPut(rows.map((row) => discarded(row, now)))

async function append(db: UserDb, wish: Wish): Promise<OutboxRow> {
  const row = newRow(wish, await nextSeq(db))
  await db.outbox.add(row)
  return row
}

/** Inside one transaction: all of it happens, or nothing. */
async function place(db: UserDb, wish: Wish): Promise<Result<OutboxRow, EnqueueError>> {
  const { owner, command, now } = wish
  const rows = (await db.outbox.toArray())
    .flatMap((stored) => {
      const parsed = parseRow(stored, owner)
      return parsed.ok && isWaiting(parsed.value) ? [parsed.value] : []
    })
    .toSorted((a, b) => a.seq - b.seq)
  // The transaction of a connection that died may have committed all the same.
  const again = rows.find((row) => row.id === wish.id)
  if (again !== undefined) return ok(again)
  const step = collapse(command, { all: rows, own: rows.filter((row) => row.entity === entityKey(command)) })
  switch (step.kind) {
    case 'same':
      return ok(step.row)
    case 'unknown_ahead':
      return err('unknown_outcome_ahead')
    case 'merge': {
      const merged = { ...step.into, command: step.command, createdAt: now, nextAt: now }
      await drop(db, step.drops, now)
      await db.outbox.put(merged)
      return ok(merged)
    }
    case 'vanish': {
      const gone = discarded(step.row, now)
      await drop(db, [step.row, ...step.drops], now)
      return ok(gone)
    }
    case 'append':
      if (rows.length - step.drops.length >= OUTBOX_CAP) return err('full')
      await drop(db, step.drops, now)
      return ok(await append(db, wish))
    default:
      return unreachable(step)
  }
}

/**
 * Puts a command into the driver's outbox: one transaction, durable before this resolves. A command that repeats, corrects
 * or undoes one that was never sent takes its place. Wakes nobody.
 */
export async function enqueue(
  asker: Pick<Asker, 'dbs' | 'clock' | 'random'>,
  userId: string,
  command: QueueableCommand,
): Promise<Result<OutboxRow, EnqueueError>> {
  const now = asker.clock.now()
  const wish: Wish = { id: uuid7(now, asker.random), owner: ownerOf(userId), command, now }
  try {
    const { placed, rows } = await onUser(asker.dbs, userId, (db) =>
      commitFirst(db, [db.outbox, db.counters], async () => ({
        placed: await place(db, wish),
        rows: await db.outbox.toArray(),
      })),
    )
    justAsked.set({ userId, rows, at: performance.now() })
    return placed
  } catch (error) {
    // A newer release in another tab is no lack of room: the caller says to reload.
    if (error instanceof StorageError && error.reason !== 'outdated') return err('not_saved')
    throw error
  }
}

import { type Command, subjectOf } from '../db/command.ts'
import { nextSeq } from '../db/next-seq.ts'
import { freshRow, isDraft, type OutboxOwner, type OutboxRow } from '../db/outbox-row.ts'
import type { UserDb } from '../db/schema.ts'
import { OUTBOX_CAP } from '../config/limits.ts'
import { isQueueable, type QueueableCommand } from '../domain/commands.ts'
import { unreachable } from '../lib/assert.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { coalesce } from './enqueue/coalesce.ts'
import { readableOf } from './parse-row.ts'
import { isStale, isSameRequest } from './same-request.ts'
import { claimed, discarded, isWaiting } from './settle.ts'

export type PlaceError =
  /** The maximum number of requests is waiting. */
  | 'outbox_full'
  /** It builds on a sent command without an answer, which must be settled first. */
  | 'unknown_outcome_ahead'

export interface Wish {
  /** Its Idempotency-Key. */
  readonly id: string
  readonly owner: OutboxOwner
  readonly command: Command
  readonly now: number
  /** In lane `now`: kept for another tap, not sent. */
  readonly isDraft?: boolean
  /**
   * In lane `now`: ids done before the driver tapped. The same request, done by another tab since then, answers this
   * tap.
   */
  readonly doneBefore?: ReadonlySet<string>
}

/** `isMine`: this call stored it in lane `now` and sends it. */
export interface Placed {
  readonly row: OutboxRow
  readonly isMine: boolean
}

const drop = (db: UserDb, rows: readonly OutboxRow[], now: number): Promise<unknown> =>
  db.outbox.bulkPut(rows.map((row) => discarded(row, now)))

async function placeQueued(
  db: UserDb,
  wish: Wish & { readonly command: QueueableCommand },
  waiting: readonly OutboxRow[],
): Promise<Result<Placed, PlaceError>> {
  const { command, now } = wish
  const all = waiting.filter((row) => row.lane === 'queued')
  const step = coalesce(command, { all, own: all.filter((row) => row.entity === subjectOf(command)) })
  const placed = (row: OutboxRow): Result<Placed, PlaceError> => ok({ row, isMine: false })
  switch (step.kind) {
    case 'same':
      return placed(step.row)
    case 'unknown_ahead':
      return err('unknown_outcome_ahead')
    case 'merge': {
      const merged = { ...step.into, command: step.command, kind: step.command.kind, createdAt: now, nextAt: now }
      await drop(db, step.drops, now)
      await db.outbox.put(merged)
      return placed(merged)
    }
    case 'vanish':
      await drop(db, step.drops, now)
      return placed(discarded(step.row, now))
    case 'append': {
      if (all.length - step.drops.length >= OUTBOX_CAP) return err('outbox_full')
      await drop(db, step.drops, now)
      const row = freshRow({ ...wish, seq: await nextSeq(db) })
      await db.outbox.add(row)
      return placed(row)
    }
    default:
      return unreachable(step)
  }
}

/**
 * Returns whether the row made a booking that is still active, in this tab or another: a plate occupies one space at a
 * time.
 */
async function isStillBooked(db: UserDb, { kind, state, effect }: OutboxRow): Promise<boolean> {
  if (kind !== 'booking.create' || state !== 'done' || effect === undefined) return false
  return (await db.bookings.get(effect.id))?.booking.status === 'active'
}

/**
 * Returns whether the request was open at the tap, or made since. Not decided by time: correcting the clock would make
 * an old request look new.
 */
const isDoneSince = ({ id, state }: OutboxRow, { doneBefore }: Wish): boolean =>
  state === 'done' && doneBefore?.has(id) === false

async function findSame(db: UserDb, wish: Wish, rows: readonly OutboxRow[]): Promise<OutboxRow | undefined> {
  const same = rows.filter((row) => row.lane === 'now' && isSameRequest(row.command, wish.command))
  const open = same.find((row) => isWaiting(row) && !isDraft(row) && !isStale(row, wish.now))
  const found = open ?? same.find((row) => isDoneSince(row, wish))
  if (found !== undefined) return found
  for (const row of same) if (await isStillBooked(db, row)) return row
  return undefined
}

/** Drafts typed with no connection: only the last of a kind counts, and sending the request removes it. */
const draftsOf = ({ command }: Wish, rows: readonly OutboxRow[]): readonly OutboxRow[] =>
  rows.filter((row) => isDraft(row) && row.kind === command.kind)

async function placeNow(db: UserDb, wish: Wish, rows: readonly OutboxRow[]): Promise<Result<Placed, PlaceError>> {
  const same = wish.isDraft === true ? undefined : await findSame(db, wish, rows)
  if (same !== undefined) return ok({ row: same, isMine: false })
  const drafts = draftsOf(wish, rows)
  await db.outbox.bulkDelete(drafts.map(({ id }) => id))
  const row = freshRow({ ...wish, seq: await nextSeq(db) })
  const stored = wish.isDraft === true ? row : claimed(row, wish.now)
  await db.outbox.add(stored)
  return ok({ row: stored, isMine: true })
}

/**
 * Finds the open row for the same request, or stores a new one, all in the caller's transaction: of several tabs one
 * stores it and the others find it.
 */
export async function place(db: UserDb, wish: Wish): Promise<Result<Placed, PlaceError>> {
  const { owner, command } = wish
  const rows = readableOf(await db.outbox.toArray(), owner).toSorted((a, b) => a.seq - b.seq)
  // A transaction on a connection that died may still have committed, and its row may have been answered since.
  const again = rows.find((row) => row.id === wish.id)
  if (again !== undefined) return ok({ row: again, isMine: again.lane === 'now' })
  return isQueueable(command) ? placeQueued(db, { ...wish, command }, rows.filter(isWaiting)) : placeNow(db, wish, rows)
}

import type { Databases } from '../../db/databases.ts'
import { nextSeq } from '../../db/next-seq.ts'
import { subjectOf } from '../../db/command.ts'
import { freshRow, isDraft, type OutboxRow, ownerOf } from '../../db/outbox-row.ts'
import type { UserDb } from '../../db/schema.ts'
import { onUser } from '../../db/with-db.ts'
import { isQueueable, lineOf, type QueueableCommand } from '../../domain/commands.ts'
import { idOf, parseRow, readableOf } from '../parse-row.ts'
import { discarded, isToSend, isWaiting } from '../settle.ts'

/** One row of one driver, at a point in time. */
export interface RowAt {
  readonly dbs: Databases
  readonly userId: string
  readonly id: string
  readonly now: number
}

const changeRow = (
  { dbs, userId, id }: RowAt,
  change: (row: OutboxRow, db: UserDb) => Promise<OutboxRow | undefined> | OutboxRow | undefined,
): Promise<OutboxRow | undefined> =>
  onUser(dbs, userId, (db) =>
    db.transaction('rw', [db.outbox, db.counters], async () => {
      const parsed = parseRow(await db.outbox.get(id), ownerOf(userId))
      const next = parsed.ok ? await change(parsed.value, db) : undefined
      if (next !== undefined) await db.outbox.put(next)
      return next
    }),
  )

/**
 * Discards a row unless it was sent. `sent`: its outcome is unknown and must be requested first. `done`: it succeeded
 * meanwhile and stays so. An unreadable row is deleted without reading it.
 */
export const discardRow = ({ dbs, userId, id, now }: RowAt): Promise<'discarded' | 'sent' | 'done'> =>
  onUser(dbs, userId, (db) =>
    db.transaction('rw', db.outbox, async () => {
      const parsed = parseRow(await db.outbox.get(id), ownerOf(userId))
      if (parsed.ok && isWaiting(parsed.value) && parsed.value.firstSentAt !== null) return 'sent'
      if (parsed.ok && parsed.value.state === 'done') return 'done'
      // A draft that was only typed is not worth keeping in the history.
      if (parsed.ok && isDraft(parsed.value)) await db.outbox.delete(id)
      else if (parsed.ok) await db.outbox.put(discarded(parsed.value, now))
      // Matched by the displayed id: the id of a damaged row may not be a string.
      else await db.outbox.filter((stored) => idOf(stored) === id).delete()
      return 'discarded'
    }),
  )

const isAhead = (ahead: OutboxRow, row: OutboxRow): boolean =>
  ahead.seq < row.seq &&
  isQueueable(ahead.command) &&
  isQueueable(row.command) &&
  lineOf(ahead.command) === lineOf(row.command)

/**
 * Makes the row due now, regardless of its backoff, and the rows ahead of it too, since it is sent after them. Returns
 * undefined when it is not waiting.
 */
export const hasten = (at: RowAt): Promise<OutboxRow | undefined> =>
  changeRow(at, async (row, db) => {
    if (!isToSend(row)) return undefined
    const rows = readableOf(await db.outbox.toArray(), row.owner)
    const due = rows.filter((ahead) => isToSend(ahead) && isAhead(ahead, row))
    await db.outbox.bulkPut(due.map((ahead) => ({ ...ahead, nextAt: at.now })))
    return { ...row, nextAt: at.now }
  })

/**
 * Requests it once more. Replaces a settled row with a new one whose key is `newId`; gives an unsent row the new
 * command. Returns undefined when its outcome is unknown, so that it can only be resent unchanged, or when it has
 * succeeded meanwhile.
 */
export const replaceCommand = (
  at: RowAt,
  { command, newId }: { readonly command: QueueableCommand; readonly newId: string },
): Promise<OutboxRow | undefined> =>
  changeRow(at, async (row, db) => {
    if (!isQueueable(row.command)) return undefined
    const changed = { command, kind: command.kind, entity: subjectOf(command), nextAt: at.now, createdAt: at.now }
    if (isWaiting(row)) return row.firstSentAt === null ? { ...row, ...changed } : undefined
    if (row.state === 'done') return undefined
    await db.outbox.put(discarded(row, at.now))
    return freshRow({ id: newId, seq: await nextSeq(db), owner: row.owner, command, now: at.now })
  })

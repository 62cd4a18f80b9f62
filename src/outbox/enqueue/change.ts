import type { Databases } from '../../db/databases.ts'
import { nextSeq } from '../../db/next-seq.ts'
import { subjectOf } from '../../db/command.ts'
import { freshRow, isDraft, type OutboxRow, ownerOf } from '../../db/outbox-row.ts'
import type { UserDb } from '../../db/schema.ts'
import { onUser } from '../../db/with-db.ts'
import { isQueueable, lineOf, type QueueableCommand } from '../../domain/commands.ts'
import { idOf, parseRow, readableOf } from '../parse-row.ts'
import { discarded, isToSend, isWaiting } from '../settle.ts'

/** One row of one driver, at a time. */
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
 * `sent`: its outcome is not known, and must be asked for first. `done`: it went through meanwhile, and stays so. A row that cannot be
 * read goes without looking into it.
 */
export const discardRow = ({ dbs, userId, id, now }: RowAt): Promise<'discarded' | 'sent' | 'done'> =>
  onUser(dbs, userId, (db) =>
    db.transaction('rw', db.outbox, async () => {
      const parsed = parseRow(await db.outbox.get(id), ownerOf(userId))
      if (parsed.ok && isWaiting(parsed.value) && parsed.value.firstSentAt !== null) return 'sent'
      if (parsed.ok && parsed.value.state === 'done') return 'done'
      // An amount that was only typed is nothing to look back at.
      if (parsed.ok && isDraft(parsed.value)) await db.outbox.delete(id)
      else if (parsed.ok) await db.outbox.put(discarded(parsed.value, now))
      // By what it is shown as: a damaged row's name may be no text.
      else await db.outbox.filter((stored) => idOf(stored) === id).delete()
      return 'discarded'
    }),
  )

const isAhead = (ahead: OutboxRow, row: OutboxRow): boolean =>
  ahead.seq < row.seq &&
  isQueueable(ahead.command) &&
  isQueueable(row.command) &&
  lineOf(ahead.command) === lineOf(row.command)

/** Due now, whatever its backoff says, with what it stands behind: before that it would not go. Undefined: it waits no more. */
export const hasten = (at: RowAt): Promise<OutboxRow | undefined> =>
  changeRow(at, async (row, db) => {
    if (!isToSend(row)) return undefined
    const rows = readableOf(await db.outbox.toArray(), row.owner)
    const due = rows.filter((ahead) => isToSend(ahead) && isAhead(ahead, row))
    await db.outbox.bulkPut(due.map((ahead) => ({ ...ahead, nextAt: at.now })))
    return { ...row, nextAt: at.now }
  })

/**
 * Asks for it once more. A settled row is replaced by a new one with `newId` as its key; one that was never sent takes the
 * new command in its place. Undefined: its outcome is not known, so it can only be sent as it is, or it went through meanwhile.
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

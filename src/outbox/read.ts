import { asUser, toRead } from '../db/as-user.ts'
import { databases, type Databases } from '../db/databases.ts'
import { isDraft, type OutboxRow, ownerOf, STANDING, type UnreadableReason } from '../db/outbox-row.ts'
import { readStoredOutbox, type StoredOutbox } from '../db/read/outbox.ts'
import { idOf, parseRow } from './parse-row.ts'
import { isToSend, isWaiting } from './settle.ts'

export type { Command, CommandOf, NowCommand } from '../db/command.ts'
export type { Lane, OutboxAttempt, OutboxError, OutboxRow, OutboxState, UnreadableReason } from '../db/outbox-row.ts'
export { isDraft, STANDING } from '../db/outbox-row.ts'

/** An outbox row, or data that cannot be read as one: shown, never sent. */
export type OutboxEntry =
  | { readonly readable: true; readonly row: OutboxRow }
  | { readonly readable: false; readonly id: string; readonly reason: UnreadableReason; readonly raw: unknown }

const toEntry = (stored: unknown, owner: string): OutboxEntry => {
  const parsed = parseRow(stored, owner)
  return parsed.ok
    ? { readable: true, row: parsed.value }
    : { readable: false, id: idOf(stored), reason: parsed.error, raw: stored }
}

const orderOf = (entry: OutboxEntry): number => (entry.readable ? entry.row.seq : Number.POSITIVE_INFINITY)

const entriesOf = ({ userId, rows }: StoredOutbox): readonly OutboxEntry[] => {
  const owner = ownerOf(userId)
  // Two unreadable ones compare as infinity minus infinity, which is NaN.
  return rows.map((row) => toEntry(row, owner)).toSorted((a, b) => orderOf(b) - orderOf(a) || 0)
}

/** Returns all entries, newest first; unreadable ones before the others. */
export async function readOutbox(dbs: Databases = databases): Promise<readonly OutboxEntry[]> {
  const stored = await readStoredOutbox(dbs)
  return stored === undefined ? [] : entriesOf(stored)
}

/** Like `readOutbox`, for this driver only. Returns undefined when they are signed out. */
export async function readOwnOutbox(dbs: Databases, userId: string): Promise<readonly OutboxEntry[] | undefined> {
  const rows = await asUser(dbs, userId, { tables: ['outbox'], run: toRead, work: (db) => db.outbox.toArray() })
  return rows && entriesOf({ userId, rows })
}

/**
 * Returns one request of one driver; null when no readable row has this key, undefined when the driver is signed out.
 */
export const readOwnRow = (dbs: Databases, userId: string, id: string): Promise<OutboxRow | null | undefined> =>
  asUser(dbs, userId, {
    tables: ['outbox'],
    run: toRead,
    async work(db) {
      const parsed = parseRow(await db.outbox.get(id), ownerOf(userId))
      return parsed.ok ? parsed.value : null
    },
  })

/** Returns the readable rows. */
export const rowsOf = (entries: readonly OutboxEntry[]): readonly OutboxRow[] =>
  entries.flatMap((entry) => (entry.readable ? [entry.row] : []))

/** Returns the rows that wait for an answer, in the order of asking. */
export const waitingOf = (entries: readonly OutboxEntry[]): readonly OutboxRow[] =>
  rowsOf(entries)
    .filter(isWaiting)
    .toSorted((a, b) => a.seq - b.seq)

export const pendingOf = (stored: StoredOutbox): readonly OutboxRow[] => waitingOf(entriesOf(stored))

/** Returns the rows that wait for a signal, in sending order. */
export const toSendOf = (entries: readonly OutboxEntry[]): readonly OutboxRow[] => waitingOf(entries).filter(isToSend)

export const readPending = async (dbs: Databases = databases): Promise<readonly OutboxRow[]> =>
  waitingOf(await readOutbox(dbs))

export interface OutboxCounts {
  /** Requested and unanswered; drafts that need another tap do not count. */
  readonly waiting: number
  /** Waiting rows with a day of attempts without an answer. */
  readonly stuck: number
  /** Rejected, expired or unreadable: the driver must choose. */
  readonly refused: number
}

/** A refusal in lane `now` was shown at once, on the page that asked. */
export const wantsChoice = ({ lane, state }: OutboxRow): boolean =>
  STANDING[state] === 'refused' && (lane === 'queued' || state === 'quarantined')

/** Returns whether a sign-out would leave it undone. */
export const isUnsettled = (row: OutboxRow): boolean => isWaiting(row) && !isDraft(row) && row.kind !== 'payment.verify'

export async function readOutboxCounts(dbs: Databases = databases): Promise<OutboxCounts> {
  const entries = await readOutbox(dbs)
  const rows = rowsOf(entries)
  const waiting = rows.filter(isUnsettled)
  return {
    waiting: waiting.length,
    stuck: waiting.filter((row) => row.stuck).length,
    refused: entries.length - rows.length + rows.filter(wantsChoice).length,
  }
}

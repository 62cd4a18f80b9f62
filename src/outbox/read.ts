import { databases, type Databases } from '../db/databases.ts'
import { type OutboxRow, ownerOf, type UnreadableReason } from '../db/outbox-row.ts'
import { readStoredOutbox, type StoredOutbox } from '../db/read/outbox.ts'
import { idOf, parseRow } from './parse-row.ts'
import { isWaiting } from './settle.ts'

export type { OutboxAttempt, OutboxError, OutboxRow, OutboxState, UnreadableReason } from '../db/outbox-row.ts'

/** A row of the outbox, or what cannot be read as one: shown, never sent. */
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
  // Two unreadable ones: infinity less infinity is no number.
  return rows.map((row) => toEntry(row, owner)).toSorted((a, b) => orderOf(b) - orderOf(a) || 0)
}

/** Everything, the latest first; what cannot be read before that. */
export async function readOutbox(dbs: Databases = databases): Promise<readonly OutboxEntry[]> {
  const stored = await readStoredOutbox(dbs)
  return stored === undefined ? [] : entriesOf(stored)
}

/** What of it waits for an answer, in the order in which it was asked for. */
export const waitingOf = (entries: readonly OutboxEntry[]): readonly OutboxRow[] =>
  entries
    .flatMap((entry) => (entry.readable && isWaiting(entry.row) ? [entry.row] : []))
    .toSorted((a, b) => a.seq - b.seq)

export const pendingOf = (stored: StoredOutbox): readonly OutboxRow[] => waitingOf(entriesOf(stored))

/** What waits for an answer, in the order in which it was asked for. */
export async function readPending(dbs: Databases = databases): Promise<readonly OutboxRow[]> {
  const stored = await readStoredOutbox(dbs)
  return stored === undefined ? [] : pendingOf(stored)
}

export interface OutboxCounts {
  readonly waiting: number
  /** Of the waiting ones: a day of tries without an answer. */
  readonly stuck: number
  /** Rejected, expired or unreadable: the driver's choice is wanted. */
  readonly refused: number
}

const WANTS_CHOICE: ReadonlySet<string> = new Set(['rejected', 'expired', 'quarantined'])

export async function readOutboxCounts(dbs: Databases = databases): Promise<OutboxCounts> {
  const entries = await readOutbox(dbs)
  const rows = entries.flatMap((entry) => (entry.readable ? [entry.row] : []))
  const waiting = rows.filter(isWaiting)
  return {
    waiting: waiting.length,
    stuck: waiting.filter((row) => row.stuck).length,
    refused: entries.length - rows.length + rows.filter((row) => WANTS_CHOICE.has(row.state)).length,
  }
}

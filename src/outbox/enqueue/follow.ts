import { ANSWER_PATIENCE_MS } from '../../config/limits.ts'
import { type OutboxRow, type OutboxState, ownerOf } from '../../db/outbox-row.ts'
import { onUser } from '../../db/with-db.ts'
import { StorageError } from '../../lib/storage-trouble.ts'
import type { Asker } from '../enqueue.ts'
import { parseRow } from '../parse-row.ts'

/** What a driver is told of what they asked for. `waiting` is no promise: the provider has not agreed yet. */
export interface Asked {
  readonly row: OutboxRow
  readonly outcome: 'done' | 'waiting' | 'rejected'
}

const OUTCOME: Readonly<Record<OutboxState, Asked['outcome']>> = {
  queued: 'waiting',
  sending: 'waiting',
  unconfirmed: 'waiting',
  done: 'done',
  // Both halves of an addition that was undone before it was sent.
  discarded: 'done',
  rejected: 'rejected',
  expired: 'rejected',
  quarantined: 'rejected',
}

async function patiently(asker: Asker, work: Promise<void>): Promise<void> {
  let cancel = (): void => undefined
  const patience = new Promise<void>((resolve) => {
    cancel = asker.timers.after(ANSWER_PATIENCE_MS, resolve)
  })
  await Promise.race([work, patience])
  cancel()
}

/** Wakes the drainer; with a connection, stays a few seconds for the answer, so that it can be shown at once. */
export async function follow(asker: Asker, userId: string, row: OutboxRow): Promise<Asked> {
  const rung = asker.bell.ring()
  if (asker.connection.get().state === 'offline') return { row, outcome: OUTCOME[row.state] }
  await patiently(asker, rung)
  const latest = await readAgain(asker, userId, row)
  return { row: latest, outcome: OUTCOME[latest.state] }
}

/** The row as it is by now. It is saved, whatever the storage says to a second question. */
async function readAgain({ dbs }: Asker, userId: string, row: OutboxRow): Promise<OutboxRow> {
  try {
    const parsed = parseRow(await onUser(dbs, userId, (db) => db.outbox.get(row.id)), ownerOf(userId))
    return parsed.ok ? parsed.value : row
  } catch (error) {
    if (error instanceof StorageError) return row
    throw error
  }
}

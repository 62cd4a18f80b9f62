import { ANSWER_PATIENCE_MS } from '../../config/limits.ts'
import { type OutboxRow, type Standing, STANDING } from '../../db/outbox-row.ts'
import { StorageError } from '../../lib/storage-trouble.ts'
import type { EnqueueContext } from '../enqueue.ts'
import { readOwnRow } from '../read.ts'

/**
 * What the driver is told about a request. `waiting` promises nothing: the provider has not agreed yet. `over`: done,
 * or undone.
 */
export interface EnqueueResult {
  readonly row: OutboxRow
  readonly standing: Standing
}

async function patiently(asker: EnqueueContext, work: Promise<void>): Promise<void> {
  let cancel = (): void => undefined
  const patience = new Promise<void>((resolve) => {
    cancel = asker.timers.after(ANSWER_PATIENCE_MS, resolve)
  })
  await Promise.race([work, patience])
  cancel()
}

/** Notifies the drainer and, when online, waits a few seconds for the answer, so that it can be shown at once. */
export async function waitForOutcome(asker: EnqueueContext, userId: string, row: OutboxRow): Promise<EnqueueResult> {
  const rung = asker.outboxSignal.notify()
  if (asker.connection.get().state === 'offline') return { row, standing: STANDING[row.state] }
  await patiently(asker, rung)
  const latest = await readAgain(asker, userId, row)
  return { row: latest, standing: STANDING[latest.state] }
}

/** Returns the current row. The request is saved even if storage fails on this second read. */
async function readAgain({ dbs }: EnqueueContext, userId: string, row: OutboxRow): Promise<OutboxRow> {
  try {
    return (await readOwnRow(dbs, userId, row.id)) ?? row
  } catch (error) {
    if (error instanceof StorageError) return row
    throw error
  }
}

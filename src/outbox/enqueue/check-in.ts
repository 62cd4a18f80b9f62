import { CHECK_IN_CAP } from '../../config/limits.ts'
import type { CheckInRow } from '../../db/attendant-schema.ts'
import { deviceOwner, findAttendant } from '../../db/read/attendant.ts'
import { onDevice } from '../../db/with-db.ts'
import type { CheckIn } from '../../domain/gate-log.ts'
import { toInstant } from '../../domain/instant.ts'
import { err, ok, type Result } from '../../lib/result.ts'
import { StorageError } from '../../lib/storage-trouble.ts'
import { uuid7 } from '../../lib/uuid7.ts'
import type { Asker } from '../enqueue.ts'

/** A decision as the attendant made it; the phone adds its name and the time. */
export type Decision = Omit<CheckIn, 'nonce' | 'at'>

export type CheckInError = 'full' | 'not_saved' | 'unpaired'

/**
 * Keeps a decision at the gate: one transaction, durable before this resolves. A log of its own beside the driver's outbox, since it
 * belongs to the phone and not to who is signed in on it. Wakes nobody.
 */
export async function enqueueCheckIn(
  asker: Pick<Asker, 'dbs' | 'clock' | 'random'>,
  decision: Decision,
): Promise<Result<CheckInRow, CheckInError>> {
  const now = asker.clock.now()
  const nonce = uuid7(now, asker.random)
  try {
    const device = await findAttendant(asker.dbs)
    if (device === undefined) return err('unpaired')
    const row: CheckInRow = {
      ...decision,
      nonce,
      at: toInstant(now),
      owner: deviceOwner(device.deviceId),
      state: decision.isAdmitted ? 'waiting' : 'noted',
      ...{ batch: null, attempts: 0, nextAt: now, sentAt: null, flags: [] },
    }
    return await onDevice(asker.dbs, (db) =>
      db.transaction('rw', [db.checkIns], async () => {
        if ((await db.checkIns.where('state').equals('waiting').count()) >= CHECK_IN_CAP) return err('full')
        // `put`: the transaction of a connection that died may have committed all the same.
        await db.checkIns.put(row)
        return ok(row)
      }),
    )
  } catch (error) {
    if (error instanceof StorageError && error.reason !== 'outdated') return err('not_saved')
    throw error
  }
}

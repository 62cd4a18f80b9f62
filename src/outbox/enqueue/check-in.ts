import { CHECK_IN_CAP } from '../../config/limits.ts'
import { type CheckInRequest, toCheckInRequest } from '../../db/attendant-schema.ts'
import { statesThatAre } from '../../db/outbox-row.ts'
import { deviceOwner, findAttendant } from '../../db/read/attendant.ts'
import { onDevice } from '../../db/with-db.ts'
import type { CheckIn } from '../../domain/gate-log.ts'
import { toInstant } from '../../domain/instant.ts'
import { err, ok, type Result } from '../../lib/result.ts'
import { StorageError } from '../../lib/storage-trouble.ts'
import { uuid7 } from '../../lib/uuid7.ts'
import type { EnqueueContext } from '../enqueue.ts'

/** The attendant's decision; the phone adds its nonce and the time. */
export type Decision = Omit<CheckIn, 'nonce' | 'at' | 'clockAheadMs'>

export type CheckInError = 'outbox_full' | 'not_saved' | 'unpaired'

/**
 * Stores a gate decision in one transaction, durable before this resolves. It goes into the phone's outbox, since it
 * belongs to no driver's account. Does not notify the sender.
 */
export async function enqueueCheckIn(
  asker: Pick<EnqueueContext, 'dbs' | 'clock' | 'random' | 'clockAheadMs'>,
  decision: Decision,
): Promise<Result<CheckIn, CheckInError>> {
  // Both read at the tap: the clock may be set while storage responds.
  const [now, clockAheadMs] = [asker.clock.now(), asker.clockAheadMs()]
  const nonce = uuid7(now, asker.random)
  try {
    const device = await findAttendant(asker.dbs)
    if (device === undefined) return err('unpaired')
    const checkIn: CheckIn = { ...decision, nonce, at: toInstant(now), clockAheadMs }
    const row: CheckInRequest = toCheckInRequest(checkIn, { owner: deviceOwner(device.deviceId), now })
    return await onDevice(asker.dbs, (db) =>
      db.transaction('rw', [db.outbox], async () => {
        const waiting = await db.outbox.where('state').anyOf(statesThatAre('waiting')).count()
        if (waiting >= CHECK_IN_CAP) return err('outbox_full')
        // A transaction on a connection that died may still have committed, and its row may have been answered since.
        if ((await db.outbox.get(nonce)) === undefined) await db.outbox.add(row)
        return ok(checkIn)
      }),
    )
  } catch (error) {
    if (error instanceof StorageError && error.reason !== 'outdated') return err('not_saved')
    throw error
  }
}

import type { CheckIn } from '../domain/gate-log.ts'
import { unreachable } from '../lib/assert.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { storageMode } from '../lib/storage-trouble.ts'
import { type Asker, thisAsker } from '../outbox/enqueue.ts'
import { type CheckInError, type Decision, enqueueCheckIn } from '../outbox/enqueue/check-in.ts'
import type { ActionError } from './action-error.ts'
import { withStorage } from './with-storage.ts'

export type { Decision } from '../outbox/enqueue/check-in.ts'

function toActionError(error: CheckInError): ActionError {
  switch (error) {
    case 'full':
      return { kind: 'outbox_full' }
    case 'not_saved':
      return { kind: error }
    case 'unpaired':
      return { kind: 'refused', code: 'device_unpaired', detail: '', extra: {} }
    default:
      return unreachable(error)
  }
}

/** Needs no connection: what was decided at the gate is kept, and sent as soon as the provider can be reached. */
export const recordCheckIn = (decision: Decision, asker: Asker = thisAsker): Promise<Result<CheckIn, ActionError>> =>
  withStorage(async () => {
    if (storageMode.get() === 'memory' && asker.connection.get().state === 'offline') return err({ kind: 'not_kept' })
    const kept = await enqueueCheckIn(asker, decision)
    if (!kept.ok) return err(toActionError(kept.error))
    if (kept.value.isAdmitted) void asker.bell.ring()
    return ok(kept.value)
  })

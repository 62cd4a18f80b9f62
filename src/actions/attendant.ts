import type { CheckIn } from '../domain/gate-log.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { type EnqueueContext, enqueueContext } from '../outbox/enqueue.ts'
import { type Decision, enqueueCheckIn } from '../outbox/enqueue/check-in.ts'
import type { ActionError } from './failures.ts'
import { canWait, withStorage } from './requests.ts'

export type { Decision } from '../outbox/enqueue/check-in.ts'

const UNPAIRED: ActionError = { kind: 'refused', code: 'device_unpaired', detail: '', extra: {} }

/** Needs no connection: the gate decision is stored, and sent as soon as the provider can be reached. */
export const recordCheckIn = (
  decision: Decision,
  asker: EnqueueContext = enqueueContext,
): Promise<Result<CheckIn, ActionError>> =>
  withStorage(async () => {
    if (!canWait(asker)) return err({ kind: 'not_kept' })
    const kept = await enqueueCheckIn(asker, decision)
    if (!kept.ok) return err(kept.error === 'unpaired' ? UNPAIRED : { kind: kept.error })
    if (kept.value.isAdmitted) void asker.outboxSignal.notify()
    return ok(kept.value)
  })

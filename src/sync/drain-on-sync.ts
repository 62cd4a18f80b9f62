import { RetrySyncError } from '../lib/retry-sync-error.ts'
import { drainSoon } from './drain.ts'
import { type AppContext, appContext } from './app-context.ts'
import { sendCheckInsAlone } from './requests/send-check-ins.ts'

/** Handles the worker's `sync` event. Rejects while sendable requests remain, so that the browser schedules a retry. */
export async function drainOnSync(phone: AppContext = appContext): Promise<void> {
  const checkInsLeft = await sendCheckInsAlone(phone)
  const outcome = await drainSoon(phone)
  await phone.settled()
  if (checkInsLeft > 0) throw new RetrySyncError("An attendant's records wait")
  if (outcome.kind === 'signed_out') return
  if (outcome.kind !== 'rested' || outcome.left > 0)
    throw new RetrySyncError(`The outbox is not empty: ${outcome.kind}`)
}

import { deletePushDevice } from '../api/notifications.ts'
import { LOCKS } from '../config/lock-names.ts'
import { applyQuietNights } from '../db/apply/quiet-nights.ts'
import { dropPushDevice, readPushDevice } from '../lib/push-device.ts'
import { ok, type Result } from '../lib/result.ts'
import { unsubscribe } from '../sync/notifications/unsubscribe.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'

/** A browser that does not answer keeps nobody from signing out. */
const PATIENCE_MS = 2_000

/** Forgets the subscription on this phone, also with no signal: the provider learns it from the push service, which knows it no more. */
export async function dropPush(phone: Phone = thisPhone): Promise<void> {
  if (readPushDevice() === null) return
  dropPushDevice()
  phone.inBackground(applyQuietNights(phone.dbs, false, phone.clock.now()))
  const patience = new Promise<void>((resolve) => {
    phone.timers.after(PATIENCE_MS, resolve)
  })
  const [gone] = await Promise.allSettled([Promise.race([unsubscribe(), patience])])
  if (gone.status === 'rejected') phone.log.warn('not unsubscribed', { reason: String(gone.reason) })
}

/** No more notifications on this phone, at once; the provider is told where it can be reached. */
export async function turnOffPush(phone: Phone = thisPhone): Promise<Result<null, ActionError>> {
  const device = readPushDevice()
  await dropPush(phone)
  if (device === null) return ok(null)
  const forget = () => attemptAsUser(phone, () => deletePushDevice(phone.client, device.id))
  phone.inBackground(phone.locks.run(LOCKS.push, forget, { onTimeout: 'take_over' }))
  return ok(null)
}

import type { Booking } from '../contract/bookings.ts'
import type { Write } from '../db/read/intents.ts'
import { findSession } from '../db/read/session.ts'
import { invariant } from '../lib/assert.ts'
import { ok, type Result } from '../lib/result.ts'
import { persistStorage } from '../sync/persist-storage.ts'
import type { Phone } from '../sync/phone.ts'
import { pullWallet } from '../sync/pull/pull-wallet.ts'
import { push } from '../sync/push/push.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'

/** Money moved: the balance on the screens follows without being waited for. */
export async function followMoney(phone: Phone, booking: Booking): Promise<void> {
  const session = await findSession(phone.dbs)
  if (session !== undefined) await pullWallet(phone, session.user.user_id, booking.currency)
}

export async function pushBooking(phone: Phone, write: Write): Promise<Result<Booking, ActionError>> {
  const pushed = await attempt(phone, () => push(phone, write))
  if (!pushed.ok) return pushed
  invariant(pushed.value.kind === 'booking', `${write.kind} answers with a booking`)
  const { booking } = pushed.value
  phone.inBackground(followMoney(phone, booking))
  phone.inBackground(persistStorage(phone))
  return ok(booking)
}

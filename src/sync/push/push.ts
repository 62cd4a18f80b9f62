import { type ApiError, isOutcomeUnknown } from '../../api/api-error.ts'
import { clientAs } from '../../api/client.ts'
import { applyBooking } from '../../db/apply/bookings.ts'
import { applyIntent, applyIntentGone, applyIntentState } from '../../db/apply/intents.ts'
import { applyVehicle, applyVehicleGone } from '../../db/apply/vehicles.ts'
import type { Intent, Write } from '../../db/intent.ts'
import { readBookings } from '../../db/read/bookings.ts'
import { findSession } from '../../db/read/session.ts'
import { unreachable } from '../../lib/assert.ts'
import { err, ok, type Result } from '../../lib/result.ts'
import { StorageError } from '../../lib/storage-trouble.ts'
import { uuid7 } from '../../lib/uuid7.ts'
import type { Phone } from '../phone.ts'
import { findDone } from './find-done.ts'
import { sendUntilAnswered } from './send-until-answered.ts'
import { type Ack, sendWrite } from './send-write.ts'

/** Sent, and no answer came: the effect may or may not be there. The intent stays until the provider was asked. */
export interface OutcomeUnknown {
  readonly kind: 'outcome_unknown'
  readonly intentId: string
}

export type PushError = ApiError | OutcomeUnknown
type Pushed = Promise<Result<Ack, PushError>>

/** Held while an intent is being sent, so that another tab's start does not take it for a dead one. */
export const intentLock = (intentId: string): string => `baywise-intent-${intentId}`

/** Stores what the provider answered, and the intent's end, in one transaction. */
export async function acknowledge(phone: Phone, userId: string, acked: { ack: Ack; intentId: string }): Promise<void> {
  const { ack, intentId } = acked
  const savedAt = phone.clock.now()
  switch (ack.kind) {
    case 'booking':
      await applyBooking(phone.dbs, userId, { booking: ack.booking, intentId, savedAt })
      return
    case 'vehicle':
      await applyVehicle(phone.dbs, userId, { vehicle: ack.vehicle, intentId, savedAt })
      return
    case 'vehicle_gone':
      await applyVehicleGone(phone.dbs, userId, { vehicleId: ack.vehicleId, intentId })
      return
    default:
      unreachable(ack)
  }
}

/** Refusals after which the phone's rows may be out of date: the row is gone, changed, or already as wanted. */
const STALE_STATUS: ReadonlySet<number> = new Set([404, 409, 422])

async function settleRefusal(phone: Phone, userId: string, refused: { intent: Intent; error: ApiError }): Pushed {
  const { intent, error } = refused
  const isStale = error.kind === 'problem' && STALE_STATUS.has(error.status) && intent.write.kind !== 'booking.create'
  const done = isStale ? await findDone(phone, userId, intent) : ok(undefined)
  if (done.ok && done.value !== undefined) {
    await acknowledge(phone, userId, { ack: done.value, intentId: intent.id })
    return ok(done.value)
  }
  await applyIntentGone(phone.dbs, userId, intent.id)
  return err(error)
}

/** What the provider did is done, also where this phone cannot note it: the intent stays, and the next start asks for it. */
async function afterSending(phone: Phone, noting: Promise<unknown>): Promise<void> {
  try {
    await noting
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    phone.log.warn('answer not stored', { reason: error.reason })
  }
}

async function sendAndSettle(phone: Phone, userId: string, intent: Intent): Pushed {
  const client = clientAs(phone.client, userId)
  const { result, isLost } = await sendUntilAnswered(phone, () => sendWrite(client, intent))
  if (result.ok) {
    await afterSending(phone, acknowledge(phone, userId, { ack: result.value, intentId: intent.id }))
    return result
  }
  const isRefused = result.error.kind === 'problem' && !isOutcomeUnknown(result.error)
  if (isRefused || (!isLost && intent.state === 'sending'))
    return settleRefusal(phone, userId, { intent, error: result.error })
  await afterSending(phone, applyIntentState(phone.dbs, userId, { id: intent.id, state: 'unknown' }))
  return result.error.kind === 'signed_out' ? err(result.error) : err({ kind: 'outcome_unknown', intentId: intent.id })
}

/** Sends an intent that is stored, again or for the first time, with its own key. */
export const resend = (phone: Phone, userId: string, intent: Intent): Pushed =>
  phone.locks.run(intentLock(intent.id), () => sendAndSettle(phone, userId, intent))

/**
 * The one path of every write: the intent and its key are stored, then sent, then answered by one acknowledgement.
 * Errors: `signed_out`, the provider's `problem`, or `outcome_unknown` when every answer was lost.
 */
export async function push(phone: Phone, write: Write): Pushed {
  const session = await findSession(phone.dbs)
  if (session === undefined || !session.live) return err({ kind: 'signed_out' })
  const userId = session.user.user_id
  const createdAt = phone.clock.now()
  const { value: bookings } = await readBookings(phone.dbs)
  const seen = bookings.map((booking) => booking.booking_id)
  const id = uuid7(createdAt, phone.random)
  const intent: Intent = {
    id,
    write,
    state: 'sending',
    createdAt,
    ...(write.kind === 'booking.create' ? { seen } : {}),
  }
  return phone.locks.run(intentLock(intent.id), async () => {
    const isStored = await applyIntent(phone.dbs, userId, intent)
    return isStored ? sendAndSettle(phone, userId, intent) : err({ kind: 'signed_out' })
  })
}

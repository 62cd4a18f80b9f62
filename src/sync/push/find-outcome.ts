import type { ApiError } from '../../api/api-error.ts'
import { type Client, clientAs } from '../../api/client.ts'
import { findKeptBooking, findKeptVehicle } from '../../api/kept-answers.ts'
import { RESEND_WAITS_MS } from '../../config/limits.ts'
import type { Intent } from '../../db/intent.ts'
import { unreachable } from '../../lib/assert.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { Phone } from '../phone.ts'
import { findDone } from './find-done.ts'
import type { Ack } from './send-write.ts'

type Outcome = Promise<Result<Ack | undefined, ApiError>>

async function keptBooking(client: Client, key: string, of: { parkId: number } | { bookingId: string }): Outcome {
  const kept = await findKeptBooking(client, key, (booking) =>
    'parkId' in of ? booking.park_id === of.parkId : booking.booking_id === of.bookingId,
  )
  return kept.ok ? ok(kept.value && { kind: 'booking', booking: kept.value }) : kept
}

async function keptVehicle(client: Client, key: string, vehicleId: string): Outcome {
  const kept = await findKeptVehicle(client, key, ({ id }) => id === vehicleId)
  return kept.ok ? ok(kept.value && { kind: 'vehicle', vehicle: kept.value }) : kept
}

function askByKey(client: Client, { id: key, write }: Intent): Outcome {
  switch (write.kind) {
    case 'booking.create':
      return keptBooking(client, key, { parkId: write.body.park_id })
    case 'booking.renew':
    case 'booking.change_plate':
    case 'booking.cancel':
    case 'booking.extend':
      return keptBooking(client, key, write)
    case 'vehicle.add':
    case 'vehicle.edit':
    case 'vehicle.set_default':
      return keptVehicle(client, key, write.vehicleId)
    case 'vehicle.delete':
      // What was deleted is told by the list.
      return Promise.resolve(ok(undefined))
    default:
      return unreachable(write)
  }
}

const isAtWork = (error: ApiError): boolean => error.kind === 'problem' && error.code === 'idempotency_in_progress'

/** From a provider that keeps no answers, or kept this one in another shape: its lists may still tell. */
const saysNothing = ({ kind }: ApiError): boolean => kind === 'foreign' || kind === 'invalid_response'

/**
 * What became of a write whose answer was lost: the provider is asked by the write's own key, and waited for while it is still at
 * work. Where it keeps nothing under the key, its lists show whether what was wanted holds all the same. Undefined: nothing
 * was done. Sends nothing that could have an effect.
 */
export async function findOutcome(phone: Phone, userId: string, intent: Intent): Outcome {
  const client = clientAs(phone.client, userId)
  let kept = await askByKey(client, intent)
  for (const waitMs of RESEND_WAITS_MS) {
    if (kept.ok || !isAtWork(kept.error)) break
    await phone.wait(waitMs)
    kept = await askByKey(client, intent)
  }
  const isTold = kept.ok ? kept.value !== undefined : !saysNothing(kept.error)
  return isTold ? kept : findDone(phone, userId, intent)
}

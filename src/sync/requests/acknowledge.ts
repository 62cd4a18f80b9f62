import { applyBooking } from '../../db/apply/bookings.ts'
import { applyOutboxStep } from '../../db/apply/outbox.ts'
import { applyPayments, applyStartedPayment } from '../../db/apply/payments.ts'
import { applyVehicle, applyVehicleGone } from '../../db/apply/vehicles.ts'
import type { Effect, OutboxRow } from '../../db/outbox-row.ts'
import { unreachable } from '../../lib/assert.ts'
import { isBookingDone } from '../../outbox/commands/is-done.ts'
import { done } from '../../outbox/settle.ts'
import { toldAt } from '../told-at.ts'
import { momentOf, whileWaiting, type Work } from './row-steps.ts'
import type { Ack } from './to-call.ts'

function effectOf(ack: Ack): Effect | undefined {
  switch (ack.kind) {
    case 'booking':
      return { kind: 'booking', id: ack.booking.booking_id }
    case 'payment':
      return { kind: 'payment', id: ack.payment.reference }
    case 'withdrawal':
      return { kind: 'withdrawal', id: ack.withdrawal.id }
    case 'vehicle':
    case 'vehicle_gone':
    case 'verified':
      return undefined
    default:
      return unreachable(ack)
  }
}

/** What the provider answered and the end of the request, in one transaction. False: its driver is signed in no more. */
export function acknowledge(
  work: Work,
  row: OutboxRow,
  { ack, how }: { readonly ack: Ack; readonly how: 'done' | 'found_done' },
): Promise<boolean> {
  const { phone, userId } = work
  const { dbs } = phone
  const at = momentOf(phone)
  const outbox = whileWaiting(work, row.id, (stored) => done(stored, at, { how, effect: effectOf(ack) }))
  const savedAt = at.now
  switch (ack.kind) {
    case 'booking':
      return applyBooking(dbs, userId, { booking: ack.booking, outbox, savedAt })
    case 'vehicle':
      return applyVehicle(dbs, userId, { vehicle: ack.vehicle, outbox, savedAt })
    case 'vehicle_gone':
      return applyVehicleGone(dbs, userId, { vehicleId: ack.vehicleId, outbox })
    case 'payment':
      return applyStartedPayment(dbs, userId, { ...ack, outbox, ...toldAt(phone) })
    case 'withdrawal':
      return applyOutboxStep(dbs, userId, outbox)
    case 'verified':
      return applyPayments(dbs, userId, { payments: [ack.answer.data.payment], outbox, ...toldAt(phone) })
    default:
      return unreachable(ack)
  }
}

/** Whether the answer is about what was asked for. */
export function isAbout(ack: Ack, row: OutboxRow): boolean {
  const { command } = row
  switch (ack.kind) {
    case 'booking':
      // An answer to something earlier about the same booking does not show what this command wanted.
      return !('bookingId' in command) || isBookingDone(command, ack.booking)
    case 'vehicle':
      return 'vehicleId' in command && ack.vehicle.id === command.vehicleId
    case 'vehicle_gone':
      return 'vehicleId' in command && ack.vehicleId === command.vehicleId
    case 'payment':
    case 'withdrawal':
    case 'verified':
      return true
    default:
      return unreachable(ack)
  }
}

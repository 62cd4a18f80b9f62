import type { Booking } from '../../contract/bookings.ts'
import { applyBooking } from '../../db/apply/bookings.ts'
import type { OutboxChange } from '../../db/apply/outbox.ts'
import { applyVehicle, applyVehicleGone } from '../../db/apply/vehicles.ts'
import type { OutboxRow } from '../../db/outbox-row.ts'
import { unreachable } from '../../lib/assert.ts'
import { isCancelDone } from '../../outbox/commands/cancel-booking.ts'
import { isExtendDone } from '../../outbox/commands/extend-booking.ts'
import type { Phone } from '../phone.ts'
import type { Ack } from '../push/send-write.ts'

interface Acked {
  readonly ack: Ack
  readonly outbox: OutboxChange
}

/** What the provider answered and the end of the command, in one transaction. False: the driver is signed in no more. */
export function acknowledgeRow(phone: Phone, userId: string, { ack, outbox }: Acked): Promise<boolean> {
  const savedAt = phone.clock.now()
  switch (ack.kind) {
    case 'booking':
      return applyBooking(phone.dbs, userId, { booking: ack.booking, outbox, savedAt })
    case 'vehicle':
      return applyVehicle(phone.dbs, userId, { vehicle: ack.vehicle, outbox, savedAt })
    case 'vehicle_gone':
      return applyVehicleGone(phone.dbs, userId, { vehicleId: ack.vehicleId, outbox })
    default:
      return unreachable(ack)
  }
}

/** An answer to something earlier about the same booking does not show what this command wanted. */
function isBookingOf({ command }: OutboxRow, booking: Booking): boolean {
  if (!('bookingId' in command) || booking.booking_id !== command.bookingId) return false
  return command.kind === 'booking.extend' ? isExtendDone(command, booking) : isCancelDone(booking)
}

/** Whether the answer is about the booking or vehicle that was asked for. */
export function isAboutRow(ack: Ack, row: OutboxRow): boolean {
  const { command } = row
  switch (ack.kind) {
    case 'booking':
      return isBookingOf(row, ack.booking)
    case 'vehicle':
      return 'vehicleId' in command && ack.vehicle.id === command.vehicleId
    case 'vehicle_gone':
      return 'vehicleId' in command && ack.vehicleId === command.vehicleId
    default:
      return unreachable(ack)
  }
}

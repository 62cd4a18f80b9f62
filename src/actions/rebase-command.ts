import { readBookings } from '../db/read/bookings.ts'
import { readVehicles } from '../db/read/vehicles.ts'
import type { QueueableCommand } from '../domain/commands.ts'
import { editVehicleCommand } from '../outbox/commands/edit-vehicle.ts'
import { extendBookingCommand } from '../outbox/commands/extend-booking.ts'
import type { Asker } from '../outbox/enqueue.ts'

/**
 * The same wish on the provider's row as it is now: the driver has seen both. Limits stay as they accepted them. A row that
 * the mirror does not hold leaves the command as it was.
 */
export async function rebaseCommand(dbs: Asker['dbs'], command: QueueableCommand): Promise<QueueableCommand> {
  if (command.kind === 'booking.extend') {
    const { value: bookings } = await readBookings(dbs)
    const booking = bookings.find(({ booking_id: id }) => id === command.bookingId)
    const { maxPriceMinor, newEnd } = command
    return booking === undefined
      ? command
      : extendBookingCommand({ booking, newEndMs: Date.parse(newEnd), maxPriceMinor })
  }
  if (command.kind === 'vehicle.edit') {
    const { value: vehicles } = await readVehicles(dbs)
    const vehicle = vehicles.find(({ id }) => id === command.vehicleId)
    return vehicle === undefined ? command : editVehicleCommand(vehicle, command.vehicle)
  }
  return command
}

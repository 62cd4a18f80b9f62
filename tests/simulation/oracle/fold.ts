import type { Booking } from '../../../src/contract/bookings.ts'
import type { Vehicle } from '../../../src/contract/vehicles.ts'
import { isQueueable, type QueueableCommand } from '../../../src/domain/commands.ts'
import { projectFavourites, projectVehicles } from '../../../src/domain/project.ts'
import type { OutboxRow } from '../../../src/db/outbox-row.ts'
import { viewBooking } from '../../../src/queries/view-bookings.ts'
import { hold } from './violation.ts'

/**
 * A second, independent implementation of what a screen must show: the provider's rows with each pending command
 * applied in turn.
 */

interface Asked {
  status: string
  endMs: number
  pending: number
}

function foldBooking(booking: Booking, commands: readonly QueueableCommand[]): Asked {
  const asked: Asked = { status: booking.status, endMs: Date.parse(booking.end_time), pending: 0 }
  for (const command of commands) {
    if (!('bookingId' in command) || command.bookingId !== booking.booking_id) continue
    asked.pending += 1
    if (command.kind === 'booking.cancel') asked.status = 'cancelled'
    else if (asked.status === 'active' && Date.parse(command.baseEnd) === asked.endMs)
      asked.endMs = Math.max(asked.endMs, Date.parse(command.newEnd))
  }
  return asked
}

export function checkBookingView(booking: Booking, outbox: readonly OutboxRow[]): void {
  const view = viewBooking(booking, outbox)
  const asked = foldBooking(booking, outbox.map((row) => row.command).filter(isQueueable))
  const isSame =
    view.status === booking.status &&
    view.end_time === booking.end_time &&
    view.pending === asked.pending > 0 &&
    view.waiting.length === asked.pending &&
    view.asked.status === asked.status &&
    Date.parse(view.asked.end_time) === asked.endMs
  hold(isSame, 'view = fold(server, pending)', () => `${JSON.stringify(view)} against ${JSON.stringify(asked)}`)
}

function foldVehicles(
  vehicles: readonly Vehicle[],
  commands: readonly QueueableCommand[],
): ReadonlyMap<string, string> {
  const plates = new Map(vehicles.map(({ id, plate }) => [id, plate]))
  for (const command of commands) {
    if (command.kind === 'vehicle.delete') plates.delete(command.vehicleId)
    if (command.kind === 'vehicle.add' && !plates.has(command.vehicleId))
      plates.set(command.vehicleId, command.vehicle.plate)
    if (command.kind === 'vehicle.edit' && plates.has(command.vehicleId))
      plates.set(command.vehicleId, command.vehicle.plate)
  }
  return plates
}

export function checkVehicleView(vehicles: readonly Vehicle[], outbox: readonly OutboxRow[]): void {
  const commands = outbox.map((row) => row.command).filter(isQueueable)
  const view = projectVehicles<Vehicle>(vehicles, commands, (added) => ({ ...added, updated_at: '' }))
  const expected = foldVehicles(vehicles, commands)
  const isSame = view.length === expected.size && view.every(({ id, plate }) => expected.get(id) === plate)
  const shown = (): string => JSON.stringify(view.map(({ id, plate }) => [id, plate]))
  hold(isSame, 'view = fold(server, pending)', () => `${shown()} against ${JSON.stringify([...expected])}`)
  const defaults = view.filter((vehicle) => vehicle.is_default).length
  hold(defaults <= 1, 'view = fold(server, pending)', () => `${String(defaults)} default vehicles`)
}

export function checkFavouriteView(kept: readonly number[], outbox: readonly OutboxRow[]): void {
  const commands = outbox.map((row) => row.command).filter(isQueueable)
  const view = projectFavourites(
    kept.map((park_id) => ({ park_id })),
    commands,
    ({ parkId }) => ({ park_id: parkId }),
  )
  const expected = new Set(kept)
  for (const command of commands) {
    if (command.kind === 'favourite.add') expected.add(command.parkId)
    if (command.kind === 'favourite.remove') expected.delete(command.parkId)
  }
  const isSame = view.length === expected.size && view.every((row) => expected.has(row.park_id))
  const shown = (): string => JSON.stringify(view.map((row) => row.park_id))
  hold(isSame, 'view = fold(server, pending)', () => `${shown()} against ${JSON.stringify([...expected])}`)
}

/**
 * The optimistic view: pending commands applied to server rows at read time, in the order in which they were given.
 * Pure, so a refused command simply leaves the queue and needs no rollback.
 */
import { unreachable } from '../lib/assert.ts'
import type { BookingStatus } from './booking.ts'
import {
  type FavouriteCommand,
  isBookingCommand,
  isFavouriteCommand,
  isVehicleCommand,
  type BookingCommand,
  type CommandKind,
  type QueueableCommand,
  type VehicleCommand,
  type VehicleInput,
} from './commands.ts'
import { mustInstant } from './instant.ts'
import { normalisePlate } from './plate.ts'

/** A row as shown: `pending` lists the commands without an answer, so the screen never says "done" early. */
export type Projected<Row> = Row & { readonly pending: readonly CommandKind[] }

export interface ProjectableBooking {
  readonly booking_id: string
  readonly end_time: string
  readonly status: BookingStatus
}

export function projectBooking<Row extends ProjectableBooking>(
  booking: Row,
  commands: readonly QueueableCommand[],
): Projected<Row> {
  const own = commands.filter(isBookingCommand).filter((command) => command.bookingId === booking.booking_id)
  const pending = own.map((command) => command.kind)
  return own.reduce<Projected<Row>>(applyBookingCommand, { ...booking, pending })
}

function applyBookingCommand<Row extends ProjectableBooking>(
  row: Projected<Row>,
  command: BookingCommand,
): Projected<Row> {
  switch (command.kind) {
    case 'booking.cancel':
      return { ...row, status: 'cancelled' }
    case 'booking.extend': {
      // A command whose base is outdated will be refused, and an end earlier than the provider's is never shown.
      const isCurrent =
        mustInstant(command.baseEnd) === mustInstant(row.end_time) &&
        mustInstant(command.newEnd) > mustInstant(row.end_time)
      return row.status === 'active' && isCurrent ? { ...row, end_time: command.newEnd } : row
    }
    default:
      return unreachable(command)
  }
}

export interface ProjectableVehicle {
  readonly id: string
  readonly plate: string
  readonly plate_normalised: string
  readonly is_default: boolean
  readonly version: number
}

/** A row for a vehicle that the provider does not have yet: version 0, default when it is the only one. */
export interface NewVehicle extends VehicleInput, ProjectableVehicle {
  readonly region: string | null
  readonly label: string | null
  readonly colour: string | null
  readonly make: string | null
  readonly model: string | null
}

/** `complete` adds fields that only the caller's row type has (such as a time) to a vehicle added offline. */
export function projectVehicles<Row extends ProjectableVehicle>(
  vehicles: readonly Row[],
  commands: readonly QueueableCommand[],
  complete: (vehicle: NewVehicle) => Row,
): readonly Projected<Row>[] {
  const start: readonly Projected<Row>[] = vehicles.map((vehicle) => ({ ...vehicle, pending: [] }))
  return commands
    .filter(isVehicleCommand)
    .reduce((rows, command) => applyVehicleCommand(rows, command, complete), start)
}

function applyVehicleCommand<Row extends ProjectableVehicle>(
  rows: readonly Projected<Row>[],
  command: VehicleCommand,
  complete: (vehicle: NewVehicle) => Row,
): readonly Projected<Row>[] {
  const mark = (row: Projected<Row>): Projected<Row> => ({ ...row, pending: [...row.pending, command.kind] })
  const isTarget = (row: Projected<Row>): boolean => row.id === command.vehicleId
  switch (command.kind) {
    case 'vehicle.add': {
      // Answered, but the command is still in the queue: the provider's row wins.
      if (rows.some(isTarget)) return rows.map((row) => (isTarget(row) ? mark(row) : row))
      const added = { ...fieldsOf(command.vehicle), id: command.vehicleId, is_default: rows.length === 0, version: 0 }
      return [...rows, mark({ ...complete(added), pending: [] })]
    }
    case 'vehicle.edit':
      return rows.map((row) => (isTarget(row) ? mark({ ...row, ...fieldsOf(command.vehicle) }) : row))
    case 'vehicle.delete':
      return rows.filter((row) => !isTarget(row))
    case 'vehicle.set_default':
      return rows.some(isTarget)
        ? rows.map((row) => (isTarget(row) ? mark({ ...row, is_default: true }) : { ...row, is_default: false }))
        : rows
    default:
      return unreachable(command)
  }
}

const fieldsOf = (vehicle: VehicleInput): Omit<NewVehicle, 'id' | 'is_default' | 'version'> => ({
  plate: vehicle.plate,
  plate_normalised: normalisePlate(vehicle.plate),
  country_code: vehicle.country_code,
  region: vehicle.region ?? null,
  vehicle_type_id: vehicle.vehicle_type_id,
  label: vehicle.label ?? null,
  colour: vehicle.colour ?? null,
  make: vehicle.make ?? null,
  model: vehicle.model ?? null,
})

export interface ProjectableFavourite {
  readonly park_id: number
}

/**
 * Applies pending commands to the provider's favourites; newest first. `complete` builds the row of a favourite that
 * the provider does not have yet.
 */
export function projectFavourites<Row extends ProjectableFavourite>(
  favourites: readonly Row[],
  commands: readonly QueueableCommand[],
  complete: (command: FavouriteCommand) => Row,
): readonly Projected<Row>[] {
  const start: readonly Projected<Row>[] = favourites.map((favourite) => ({ ...favourite, pending: [] }))
  return commands.filter(isFavouriteCommand).reduce((rows, command) => {
    const isTarget = (row: Projected<Row>): boolean => row.park_id === command.parkId
    if (command.kind === 'favourite.remove') return rows.filter((row) => !isTarget(row))
    const mark = (row: Projected<Row>): Projected<Row> => ({ ...row, pending: [...row.pending, command.kind] })
    if (rows.some(isTarget)) return rows.map((row) => (isTarget(row) ? mark(row) : row))
    return [mark({ ...complete(command), pending: [] }), ...rows]
  }, start)
}

import type { Vehicle } from '../contract/vehicles.ts'
import type { Saved } from '../db/read/saved.ts'
import { NO_VEHICLES, vehiclesIn } from '../db/read/vehicles.ts'
import { isVehicleCommand, type VehicleCommand } from '../domain/commands.ts'
import { projectVehicles } from '../domain/project.ts'
import { systemClock } from '../lib/clock.ts'
import type { Query } from './query.ts'
import { useRowsWithOutbox } from './use-rows-with-outbox.ts'
import { commandsOf, type Unanswered, type Waiting } from './view-bookings.ts'

/** A vehicle as shown: the provider's row with the driver's unanswered commands folded over it. */
export interface VehicleView extends Vehicle {
  readonly pending: boolean
  /** Oldest first. */
  readonly waiting: readonly Waiting<VehicleCommand>[]
}

function fold(vehicles: Saved<readonly Vehicle[]>, unanswered: Unanswered): Saved<readonly VehicleView[]> {
  const updatedAt = new Date(systemClock.now()).toISOString()
  const views = projectVehicles<Vehicle>(vehicles.value, commandsOf(unanswered), (added) => ({
    ...added,
    updated_at: updatedAt,
  }))
  const waitingFor = (vehicleId: string) =>
    unanswered.flatMap((row) =>
      isVehicleCommand(row.command) && row.command.vehicleId === vehicleId ? [{ command: row.command, row }] : [],
    )
  return {
    value: views.map(({ pending, ...row }) => ({ ...row, pending: pending.length > 0, waiting: waitingFor(row.id) })),
    savedAt: vehicles.savedAt,
  }
}

/** The driver's vehicles, the default first. */
export const useVehicles = (): Query<readonly VehicleView[]> =>
  useRowsWithOutbox({ read: vehiclesIn, absent: NO_VEHICLES, fold }, [])

import type { Vehicle } from '../../contract/vehicles.ts'
import type { CommandOf } from '../../db/command.ts'
import type { VehicleInput } from '../../domain/commands.ts'

/** Carries the version that the driver saw: an edit from another phone in between is refused, not overwritten. */
export const editVehicleCommand = (seen: Vehicle, vehicle: VehicleInput): CommandOf<'vehicle.edit'> => ({
  kind: 'vehicle.edit',
  vehicleId: seen.id,
  vehicle,
  baseVersion: seen.version,
})

import type { Vehicle, VehicleEditBody } from '../../contract/vehicles.ts'
import type { QueueableCommand, VehicleInput } from '../../domain/commands.ts'
import { normalisePlate } from '../../domain/plate.ts'

type EditCommand = Extract<QueueableCommand, { kind: 'vehicle.edit' }>

/** Carries the version that the driver saw: an edit from another phone in between is refused, not overwritten. */
export const editVehicleCommand = (seen: Vehicle, vehicle: VehicleInput): EditCommand => ({
  kind: 'vehicle.edit',
  vehicleId: seen.id,
  vehicle,
  baseVersion: seen.version,
})

export const toEditBody = (command: EditCommand): VehicleEditBody => ({
  ...command.vehicle,
  version: command.baseVersion,
})

export function isEditDone(command: EditCommand, vehicle: Vehicle): boolean {
  const { plate, ...wanted } = command.vehicle
  const sameFields = Object.entries(wanted).every(
    ([field, value]) => vehicle[field as keyof typeof wanted] === (value ?? null),
  )
  return sameFields && vehicle.plate_normalised === normalisePlate(plate)
}

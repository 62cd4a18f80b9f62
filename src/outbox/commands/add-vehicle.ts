import type { VehicleAddBody } from '../../contract/vehicles.ts'
import type { QueueableCommand, VehicleInput } from '../../domain/commands.ts'

type AddCommand = Extract<QueueableCommand, { kind: 'vehicle.add' }>

/** The phone makes the id, so that a vehicle that waits for signal keeps it. */
export const addVehicleCommand = (vehicleId: string, vehicle: VehicleInput): AddCommand => ({
  kind: 'vehicle.add',
  vehicleId,
  vehicle,
})

export const toAddBody = (command: AddCommand): VehicleAddBody => ({ id: command.vehicleId, ...command.vehicle })

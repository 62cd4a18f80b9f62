import type { QueueableCommand } from '../../domain/commands.ts'

type SetDefaultCommand = Extract<QueueableCommand, { kind: 'vehicle.set_default' }>

export const setDefaultVehicleCommand = (vehicleId: string): SetDefaultCommand => ({
  kind: 'vehicle.set_default',
  vehicleId,
})

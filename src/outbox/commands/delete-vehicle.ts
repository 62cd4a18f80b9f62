import type { QueueableCommand } from '../../domain/commands.ts'

type DeleteCommand = Extract<QueueableCommand, { kind: 'vehicle.delete' }>

export const deleteVehicleCommand = (vehicleId: string): DeleteCommand => ({ kind: 'vehicle.delete', vehicleId })

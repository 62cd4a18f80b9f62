import type { Vehicle } from '../contract/vehicles.ts'
import type { Result } from '../lib/result.ts'
import { deleteVehicleCommand } from '../outbox/commands/delete-vehicle.ts'
import { type Asker, thisAsker } from '../outbox/enqueue.ts'
import type { ActionError } from './action-error.ts'
import { ask, type Asked } from './ask.ts'

export const deleteVehicle = (
  input: { readonly vehicle: Pick<Vehicle, 'id'> },
  asker: Asker = thisAsker,
): Promise<Result<Asked, ActionError>> => ask(asker, deleteVehicleCommand(input.vehicle.id))

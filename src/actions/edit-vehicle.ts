import type { Vehicle } from '../contract/vehicles.ts'
import type { Result } from '../lib/result.ts'
import { editVehicleCommand } from '../outbox/commands/edit-vehicle.ts'
import { type Asker, thisAsker } from '../outbox/enqueue.ts'
import type { ActionError } from './action-error.ts'
import { ask, type Asked } from './ask.ts'
import { toVehicleInput, type VehicleFields } from './vehicle-fields.ts'

export interface EditVehicleInput {
  /** As the driver saw it: an edit from another phone in between is refused with `version_conflict`. */
  readonly vehicle: Vehicle
  readonly fields: VehicleFields
}

export const editVehicle = (input: EditVehicleInput, asker: Asker = thisAsker): Promise<Result<Asked, ActionError>> =>
  ask(asker, editVehicleCommand(input.vehicle, toVehicleInput(input.fields)))

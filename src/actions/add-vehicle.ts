import type { Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { addVehicleCommand } from '../outbox/commands/add-vehicle.ts'
import { type Asker, thisAsker } from '../outbox/enqueue.ts'
import type { ActionError } from './action-error.ts'
import { ask, type Asked } from './ask.ts'
import { toVehicleInput, type VehicleFields } from './vehicle-fields.ts'

export const addVehicle = (fields: VehicleFields, asker: Asker = thisAsker): Promise<Result<Asked, ActionError>> =>
  ask(asker, addVehicleCommand(uuid7(asker.clock.now(), asker.random), toVehicleInput(fields)))

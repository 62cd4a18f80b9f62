import type { Vehicle, VehicleAddBody } from '../contract/vehicles.ts'
import type { VehicleInput } from '../domain/commands.ts'
import type { VehicleTypeId } from '../domain/tariff-types.ts'
import type { Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { editVehicleCommand } from '../outbox/commands/as-seen.ts'
import { type EnqueueContext, enqueueContext } from '../outbox/enqueue.ts'
import type { ActionError } from './failures.ts'
import { enqueueCommand, type EnqueueResult } from './requests.ts'

/** Fields of the vehicle form. */
export type VehicleFields = Omit<VehicleAddBody, 'id' | 'vehicle_type_id'> & {
  readonly vehicle_type_id?: VehicleTypeId
}

/** Gives every field a value: the same command always produces the same bytes. */
export const toVehicleInput = (fields: VehicleFields): VehicleInput => ({
  plate: fields.plate,
  country_code: fields.country_code,
  region: fields.region ?? null,
  vehicle_type_id: fields.vehicle_type_id ?? 1,
  label: fields.label ?? null,
  colour: fields.colour ?? null,
  make: fields.make ?? null,
  model: fields.model ?? null,
})

type Answer = Promise<Result<EnqueueResult, ActionError>>

/** The phone creates the id, so that a vehicle waiting for a signal keeps it. */
export function addVehicle(fields: VehicleFields, asker: EnqueueContext = enqueueContext): Answer {
  const vehicleId = uuid7(asker.clock.now(), asker.random)
  return enqueueCommand(asker, { kind: 'vehicle.add', vehicleId, vehicle: toVehicleInput(fields) })
}

export interface EditVehicleInput {
  /** The vehicle as the driver saw it: after an edit from another phone this one is refused with `version_conflict`. */
  readonly vehicle: Vehicle
  readonly fields: VehicleFields
}

export const editVehicle = ({ vehicle, fields }: EditVehicleInput, asker: EnqueueContext = enqueueContext): Answer =>
  enqueueCommand(asker, editVehicleCommand(vehicle, toVehicleInput(fields)))

interface OneVehicle {
  readonly vehicle: Pick<Vehicle, 'id'>
}

export const deleteVehicle = ({ vehicle }: OneVehicle, asker: EnqueueContext = enqueueContext): Answer =>
  enqueueCommand(asker, { kind: 'vehicle.delete', vehicleId: vehicle.id })

export const setDefaultVehicle = ({ vehicle }: OneVehicle, asker: EnqueueContext = enqueueContext): Answer =>
  enqueueCommand(asker, { kind: 'vehicle.set_default', vehicleId: vehicle.id })

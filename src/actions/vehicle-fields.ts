import type { VehicleAddBody } from '../contract/vehicles.ts'
import type { VehicleInput } from '../domain/commands.ts'
import type { VehicleTypeId } from '../domain/tariff-types.ts'

/** What the form of a vehicle holds. */
export type VehicleFields = Omit<VehicleAddBody, 'id' | 'vehicle_type_id'> & {
  readonly vehicle_type_id?: VehicleTypeId
}

/** Every field with a value: the same command always gives the same bytes. */
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

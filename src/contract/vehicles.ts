import * as v from 'valibot'
import { countryCode, instantText, plainText, single, uuid, vehicleTypeId } from './common.ts'

const optionalText = (max: number) => v.optional(v.nullable(v.pipe(plainText, v.maxLength(max))))

export const vehicleSchema = v.object({
  id: uuid,
  plate: v.string(),
  plate_normalised: v.string(),
  country_code: countryCode,
  region: v.nullable(v.string()),
  vehicle_type_id: vehicleTypeId,
  label: v.nullable(v.string()),
  colour: v.nullable(v.string()),
  make: v.nullable(v.string()),
  model: v.nullable(v.string()),
  is_default: v.boolean(),
  version: v.number(),
  updated_at: instantText,
})
export type Vehicle = v.InferOutput<typeof vehicleSchema>

const fields = {
  plate: v.pipe(plainText, v.minLength(1), v.maxLength(40)),
  country_code: countryCode,
  region: optionalText(60),
  vehicle_type_id: v.optional(vehicleTypeId, 1),
  label: optionalText(60),
  colour: optionalText(40),
  make: optionalText(40),
  model: optionalText(40),
}

/** `id` is made by the phone, so that a vehicle added with no signal keeps its id. */
export const vehicleAddBody = v.object({ id: v.optional(uuid), ...fields })
export type VehicleAddBody = v.InferInput<typeof vehicleAddBody>

/** `version` is the one that the driver saw; another one answers 409 version_conflict. */
export const vehicleEditBody = v.object({ ...fields, version: v.optional(v.number()) })
export type VehicleEditBody = v.InferInput<typeof vehicleEditBody>

export const vehicleSingle = single(vehicleSchema)
export const vehicleAll = single(v.array(vehicleSchema))
export const vehicleTypes = single(v.array(v.object({ vehicle_type_id: vehicleTypeId, name: v.string() })))

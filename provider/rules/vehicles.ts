import { isPlate, normalisePlate } from '../../src/domain/plate.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import { withoutInvisible } from '../../src/lib/plain-text.ts'

/** More than any family or small fleet drives; keeps one account's list short enough to send in full. */
export const MAXIMUM_VEHICLES = 50

/** A driver's description of a vehicle, cleaned: empty texts become null, and the plate is also stored normalised. */
export interface VehicleFields {
  readonly plate: string
  readonly plate_normalised: string
  readonly country_code: CountryCode
  readonly region: string | null
  readonly vehicle_type_id: number
  readonly label: string | null
  readonly colour: string | null
  readonly make: string | null
  readonly model: string | null
}

type Optional = string | null | undefined

export interface VehicleInput {
  readonly plate: string
  readonly country_code: CountryCode
  readonly region?: Optional
  readonly vehicle_type_id: number
  readonly label?: Optional
  readonly colour?: Optional
  readonly make?: Optional
  readonly model?: Optional
}

const cleaned = (text: Optional): string | null => (text === undefined || text === null || text === '' ? null : text)

/** Unusual plates are real plates: only text that cannot be a plate at all is refused. */
export function toVehicleFields(input: VehicleInput): Result<VehicleFields, 'plate_invalid'> {
  const plateNormalised = normalisePlate(input.plate)
  if (!isPlate(plateNormalised)) return err('plate_invalid')
  return ok({
    plate: withoutInvisible(input.plate),
    plate_normalised: plateNormalised,
    country_code: input.country_code,
    region: cleaned(input.region),
    vehicle_type_id: input.vehicle_type_id,
    label: cleaned(input.label),
    colour: cleaned(input.colour),
    make: cleaned(input.make),
    model: cleaned(input.model),
  })
}

const FIELD_NAMES = ['plate', 'country_code', 'region', 'vehicle_type_id', 'label', 'colour', 'make', 'model'] as const

/** True when all fields are equal: a vehicle sent twice under two keys is one vehicle. */
export const isSameVehicle = (a: VehicleFields, b: VehicleFields): boolean =>
  FIELD_NAMES.every((name) => a[name] === b[name])

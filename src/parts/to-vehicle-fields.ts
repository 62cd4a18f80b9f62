import type { VehicleFields } from '../actions/vehicle-fields.ts'
import type { VehicleInput } from '../domain/commands.ts'
import { isCountryCode } from '../domain/country.ts'
import type { VehicleTypeId } from '../domain/tariff-types.ts'
import { textOf } from './form-text.ts'

export const VEHICLE_TYPES: readonly VehicleTypeId[] = [1, 2, 3, 4]

const optional = (form: FormData, name: string): string | null => textOf(form, name) || null

/**
 * The body that the provider is sent. An edit replaces the whole vehicle, hence what this form does not ask for (colour, make, model) is
 * taken from the vehicle as it is.
 */
export function toVehicleFields(form: FormData, before: VehicleInput | null): VehicleFields {
  const country = textOf(form, 'country_code')
  const typeId = VEHICLE_TYPES.find((id) => id.toString() === textOf(form, 'vehicle_type_id'))
  return {
    plate: textOf(form, 'plate').toUpperCase(),
    country_code: isCountryCode(country) ? country : 'NG',
    region: optional(form, 'region'),
    vehicle_type_id: typeId ?? 1,
    label: optional(form, 'label'),
    colour: before?.colour ?? null,
    make: before?.make ?? null,
    model: before?.model ?? null,
  }
}

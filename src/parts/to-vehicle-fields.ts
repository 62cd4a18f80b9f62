import type { VehicleFields } from '../actions/vehicles.ts'
import type { VehicleInput } from '../domain/commands.ts'
import { isCountryCode } from '../domain/country.ts'
import { isPlate, normalisePlate } from '../domain/plate.ts'
import type { VehicleTypeId } from '../domain/tariff-types.ts'
import { toPlainText, withoutInvisible } from '../lib/plain-text.ts'
import { checkOptional, plainTextOf } from './field-checks.ts'
import { textOf } from './form-text.ts'

export const VEHICLE_TYPES: readonly VehicleTypeId[] = [1, 2, 3, 4]

const LABEL_MAX = 60
/** As typed, including hyphens and spaces. */
const PLATE_MAX = 40

const toPlate = (typed: string): string => toPlainText(withoutInvisible(toPlainText(typed))).toUpperCase()

/** Returns whether the typed text can be a vehicle's plate. */
export const isTypedPlate = (typed: string): boolean =>
  isPlate(normalisePlate(typed)) && toPlate(typed).length <= PLATE_MAX

export interface VehicleProblems {
  readonly plate?: true
  readonly label?: true
}

/** Returns the problems that the provider would refuse. */
export const findVehicleProblems = (form: FormData): VehicleProblems => ({
  ...(isTypedPlate(textOf(form, 'plate')) ? {} : { plate: true }),
  ...(checkOptional(textOf(form, 'label'), LABEL_MAX) === undefined ? {} : { label: true }),
})

const optional = (form: FormData, name: string): string | null => plainTextOf(form, name) || null

/**
 * Returns the body to send to the provider. An edit replaces the whole vehicle, so fields that this form does not have
 * (colour, make, model) are copied from the vehicle as it is.
 */
export function toVehicleFields(form: FormData, before: VehicleInput | null): VehicleFields {
  const country = textOf(form, 'country_code')
  const typeId = VEHICLE_TYPES.find((id) => id.toString() === textOf(form, 'vehicle_type_id'))
  return {
    plate: toPlate(textOf(form, 'plate')),
    country_code: isCountryCode(country) ? country : 'NG',
    region: optional(form, 'region'),
    vehicle_type_id: typeId ?? 1,
    label: optional(form, 'label'),
    colour: before?.colour ?? null,
    make: before?.make ?? null,
    model: before?.model ?? null,
  }
}

import type { VehicleInput } from '../domain/commands.ts'
import { useFormat } from '../i18n/format.ts'
import { useVehicleTypeName } from './use-vehicle-type-name.ts'

/** A vehicle whole, in one line: what a change of it would write over is seen before. */
export function useVehicleText(): (vehicle: VehicleInput) => string {
  const format = useFormat()
  const typeName = useVehicleTypeName()
  return ({ plate, country_code: country, region, vehicle_type_id: type, colour, make, model, label }) =>
    [plate, format.country(country), region, typeName(type), colour, make, model, label]
      .filter((part) => part !== null && part !== undefined && part !== '')
      .join(', ')
}

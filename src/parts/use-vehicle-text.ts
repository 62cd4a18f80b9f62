import type { VehicleInput } from '../domain/commands.ts'
import { useFormat } from '../i18n/format.ts'
import { useVehicleTypeName } from './use-vehicle-type-name.ts'

/** Returns a formatter for a whole vehicle on one line, so that a driver sees what a change would overwrite. */
export function useVehicleText(): (vehicle: VehicleInput) => string {
  const format = useFormat()
  const typeName = useVehicleTypeName()
  return ({ plate, country_code: country, region, vehicle_type_id: type, colour, make, model, label }) =>
    [plate, format.country(country), region, typeName(type), colour, make, model, label]
      .filter((part) => part !== null && part !== undefined && part !== '')
      .join(', ')
}

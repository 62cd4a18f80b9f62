import { useLingui } from '@lingui/react/macro'
import type { VehicleTypeId } from '../domain/tariff.ts'

/** Returns a formatter for "Car", "Motorcycle" and so on, in the language in use. */
export function useVehicleTypeName(): (typeId: VehicleTypeId) => string {
  const { t } = useLingui()
  const names: Readonly<Record<VehicleTypeId, string>> = { 1: t`Car`, 2: t`Motorcycle`, 3: t`Van`, 4: t`Truck or bus` }
  return (typeId) => names[typeId]
}

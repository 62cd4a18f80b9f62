// Rarely rendered: memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import type { Park } from '../../contract/parks.ts'
import type { VehicleTypeId } from '../../domain/tariff.ts'
import { useFormat } from '../../i18n/format.ts'
import { quoteStay } from '../../parts/quote-stay.ts'
import { useVehicleTypeName } from '../../parts/use-vehicle-type-name.ts'
import type { ChosenStay } from '../../parts/use-stay.ts'
import { tariffOf } from '../../queries/price-park.ts'
import { useVehicles } from '../../queries/use-vehicles.ts'
import { OTHER_VEHICLE, useCheckoutDraft } from '../../stores/checkout-draft.ts'
import { ChoiceTiles } from '../../ui/choice-tiles.tsx'

const TYPES: readonly VehicleTypeId[] = [1, 2, 3, 4]

export interface VehicleChoiceProps {
  readonly park: Park
  readonly stay: ChosenStay
}

/** The price for each vehicle type that the tariff prices separately; renders nothing when all pay the same. */
export function VehicleChoice({ park, stay }: VehicleChoiceProps) {
  const { t } = useLingui()
  const format = useFormat()
  const nameOf = useVehicleTypeName()
  const vehicles = useVehicles()
  const changeDraft = useCheckoutDraft((draft) => draft.change)
  const percent = tariffOf(park).vehiclePercent
  if (Object.keys(percent).length === 0) return null
  const saved = vehicles.status === 'ready' ? vehicles.value : []
  const choose = (typeId: VehicleTypeId) => {
    stay.changeVehicleType(typeId)
    // The checkout preselects a vehicle of this type; drivers without one enter a plate there.
    const own = saved.find((vehicle) => vehicle.vehicle_type_id === typeId)
    if (saved.length > 0) changeDraft({ vehicleId: own?.id ?? OTHER_VEHICLE })
  }
  const offered = TYPES.filter(
    (typeId) => typeId === 1 || typeId === stay.vehicleTypeId || percent[typeId] !== undefined,
  )
  return (
    <ChoiceTiles
      label={t`Vehicle type`}
      tiles={offered.map((typeId) => {
        const price = quoteStay(park, { ...stay, vehicleTypeId: typeId })
        return {
          key: String(typeId),
          label: nameOf(typeId),
          on: typeId === stay.vehicleTypeId,
          onChoose: () => choose(typeId),
          ...(price.ok
            ? { detail: format.money({ amountMinor: price.value.totalMinor, currency: price.value.currency }) }
            : {}),
        }
      })}
    />
  )
}

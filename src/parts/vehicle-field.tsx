import { useLingui } from '@lingui/react/macro'
import { useVehicles } from '../queries/use-vehicles.ts'
import { useSearchDraft } from '../stores/search-draft.ts'
import { CarIcon } from '../ui/icons-place.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useVehicleTypeName } from './use-vehicle-type-name.ts'
import { VehicleTypeField } from './vehicle-type-field.tsx'

/** Chooses one of the driver's saved vehicles; without any, the type of vehicle. */
export default function VehicleField() {
  const { t } = useLingui()
  const nameOf = useVehicleTypeName()
  const vehicles = useVehicles()
  const vehicleId = useSearchDraft((draft) => draft.vehicleId)
  const change = useSearchDraft((draft) => draft.change)
  const saved = vehicles.status === 'ready' ? vehicles.value : []
  const first = saved[0]
  if (first === undefined) return <VehicleTypeField />
  const chosen = saved.find(({ id }) => id === vehicleId) ?? first
  return (
    <SelectField
      label={t`Vehicle`}
      icon={<CarIcon />}
      value={chosen.id}
      onChange={(event) => {
        const next = saved.find(({ id }) => id === event.currentTarget.value)
        if (next !== undefined) change({ vehicleId: next.id, vehicleTypeId: next.vehicle_type_id })
      }}
    >
      {saved.map((vehicle) => (
        <option key={vehicle.id} value={vehicle.id}>
          {vehicle.plate} · {nameOf(vehicle.vehicle_type_id)}
        </option>
      ))}
    </SelectField>
  )
}

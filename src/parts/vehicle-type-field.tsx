import { useLingui } from '@lingui/react/macro'
import { PARAM } from '../config/routes.ts'
import type { VehicleTypeId } from '../domain/tariff-types.ts'
import { useSearchDraft } from '../stores/search-draft.ts'
import { CarIcon } from '../ui/icons-place.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { useVehicleTypeName } from './use-vehicle-type-name.ts'

const TYPES: readonly VehicleTypeId[] = [1, 2, 3, 4]

/** The type of vehicle for the price, while no vehicle is saved. */
export function VehicleTypeField() {
  const { t } = useLingui()
  const nameOf = useVehicleTypeName()
  const vehicleTypeId = useSearchDraft((draft) => draft.vehicleTypeId)
  const change = useSearchDraft((draft) => draft.change)
  return (
    <SelectField
      label={t`Vehicle`}
      icon={<CarIcon />}
      name={PARAM.vehicleType}
      value={vehicleTypeId}
      onChange={(event) =>
        change({ vehicleTypeId: TYPES.find((type) => String(type) === event.currentTarget.value) ?? 1 })
      }
    >
      {TYPES.map((type) => (
        <option key={type} value={type}>
          {nameOf(type)}
        </option>
      ))}
    </SelectField>
  )
}

import { Trans, useLingui } from '@lingui/react/macro'
import { useEffect, useState } from 'react'
import { loadStates } from '../actions/reference-data.online.ts'
import type { VehicleInput } from '../domain/commands.ts'
import { COUNTRIES, type CountryCode, getCountry, isCountryCode } from '../domain/country.ts'
import { findPlateWarning, isPlate, normalisePlate } from '../domain/plate.ts'
import { statesOf } from '../domain/states.ts'
import { useFormat } from '../i18n/format.ts'
import { PlateWarningText } from './plate-warning-text.tsx'
import { useVehicleTypeName } from './use-vehicle-type-name.ts'
import { useStates } from '../queries/use-states.ts'
import { useSelectedCountry } from '../queries/use-selected-country.ts'
import { CarIcon } from '../ui/icons-place.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import { isTypedPlate, VEHICLE_TYPES, type VehicleProblems } from './to-vehicle-fields.ts'

export interface VehicleFormFieldsProps {
  /** Initial values: a vehicle, or the requested change; null when empty. */
  readonly vehicle: VehicleInput | null
  readonly problems: VehicleProblems
}

/** A region that is not in the list, such as one given by its code, stays selectable. */
function useRegions(country: CountryCode, current: string): readonly string[] {
  const { id } = getCountry(country)
  const states = useStates(id)
  useEffect(() => void loadStates(id), [id])
  const names = (states.status === 'ready' ? states.value : statesOf(id)).map(({ name }) => name)
  return current === '' || names.includes(current) ? names : [current, ...names]
}

/**
 * Plate, its country and region, the type of vehicle and a name for it. The plate is checked against its country's
 * format, but never refused for that.
 */
export function VehicleFormFields({ vehicle, problems }: VehicleFormFieldsProps) {
  const { t } = useLingui()
  const format = useFormat()
  const typeName = useVehicleTypeName()
  const selected = useSelectedCountry()
  const [plate, setPlate] = useState(vehicle?.plate ?? '')
  const [country, setCountry] = useState<CountryCode>(vehicle?.country_code ?? selected?.code ?? 'NG')
  const [region, setRegion] = useState(vehicle?.region ?? '')
  const regions = useRegions(country, region)
  const normalised = normalisePlate(plate)
  const warning = isPlate(normalised) ? findPlateWarning(normalised, { country, region: region || null }) : undefined
  const changeCountry = (code: string) => {
    if (!isCountryCode(code)) return
    setCountry(code)
    setRegion('')
  }
  return (
    <>
      <TextField
        plate
        label={t`Plate number`}
        icon={<CarIcon />}
        name="plate"
        value={plate}
        onChange={(event) => setPlate(event.currentTarget.value)}
        error={
          problems.plate === true && !isTypedPlate(plate) ? (
            <Trans>Enter the plate: letters and digits.</Trans>
          ) : undefined
        }
        hint={warning === undefined ? undefined : <PlateWarningText warning={warning} />}
      />
      <SelectField
        label={t`Country of the plate`}
        name="country_code"
        value={country}
        onChange={(event) => changeCountry(event.currentTarget.value)}
      >
        {COUNTRIES.map(({ code }) => (
          <option key={code} value={code}>
            {format.country(code)}
          </option>
        ))}
      </SelectField>
      <SelectField
        label={t`State, province or region (optional)`}
        name="region"
        value={region}
        onChange={(event) => setRegion(event.currentTarget.value)}
      >
        <option value="">{t`Not given`}</option>
        {regions.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </SelectField>
      <SelectField label={t`Vehicle type`} name="vehicle_type_id" defaultValue={vehicle?.vehicle_type_id ?? 1}>
        {VEHICLE_TYPES.map((id) => (
          <option key={id} value={id}>
            {typeName(id)}
          </option>
        ))}
      </SelectField>
      <TextField
        label={t`Name (optional)`}
        name="label"
        dir="auto"
        placeholder={t`Family car`}
        defaultValue={vehicle?.label ?? ''}
        error={problems.label && <Trans>This is too long</Trans>}
      />
    </>
  )
}

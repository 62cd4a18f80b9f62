import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { forgetPlate } from '../actions/bookings.online.ts'
import { findPlateWarning, isPlate, normalisePlate } from '../domain/plate.ts'
import type { VehicleTypeId } from '../domain/tariff.ts'
import { PlateWarningText } from './plate-warning-text.tsx'
import { useDraftOwner } from './use-draft-owner.ts'
import { useVehicleTypeName } from './use-vehicle-type-name.ts'
import type { ChosenStay } from './use-stay.ts'
import type { Vehicle } from '../contract/vehicles.ts'
import { useSelectedCountry } from '../queries/use-selected-country.ts'
import { type UnsavedPlate, useUnsavedPlates } from '../queries/use-unsaved-plates.ts'
import { useVehicles } from '../queries/use-vehicles.ts'
import { OTHER_VEHICLE as OTHER, useCheckoutDraft } from '../stores/checkout-draft.ts'
import { Button } from '../ui/button.tsx'
import { FieldPair } from '../ui/field-box.tsx'
import { CarIcon } from '../ui/icons-place.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import { SelectField } from '../ui/select-field.tsx'
import { TextField } from '../ui/text-field.tsx'
import styles from './parts.module.css'
import type { ChosenVehicle } from './use-book.ts'

const TYPES: readonly VehicleTypeId[] = [1, 2, 3, 4]

/** A saved vehicle, or a plate from an earlier booking (`saved` is null). */
interface KnownVehicle {
  /** The draft's `vehicleId`. */
  readonly id: string
  readonly plate: string
  readonly vehicle_type_id: VehicleTypeId
  readonly saved: Vehicle | null
}

export interface VehicleChoice {
  /** Known vehicles are still being read, and nothing is typed or chosen yet. */
  readonly isLooking: boolean
  readonly vehicles: readonly KnownVehicle[]
  readonly chosen: KnownVehicle | null
  readonly typeId: VehicleTypeId
  readonly plate: string
  readonly hasProblem: boolean
  readonly changeType: (typeId: VehicleTypeId) => void
  /** Returns the vehicle to book for; null when the plate is invalid, which the field then reports. */
  readonly take: () => ChosenVehicle | null
}

function toKnown(saved: readonly Vehicle[], booked: readonly UnsavedPlate[]): readonly KnownVehicle[] {
  return [
    ...saved.map((vehicle) => ({
      id: vehicle.id,
      plate: vehicle.plate,
      vehicle_type_id: vehicle.vehicle_type_id,
      saved: vehicle,
    })),
    ...booked.map(({ plate, vehicle_type_id }) => ({ id: `plate:${plate}`, plate, vehicle_type_id, saved: null })),
  ]
}

/**
 * Returns a saved vehicle, the default one first, then a plate from an earlier booking, or one typed for this booking.
 */
export function useVehicleChoice(stay: Pick<ChosenStay, 'vehicleTypeId' | 'changeVehicleType'>): VehicleChoice {
  const saved = useVehicles()
  const booked = useUnsavedPlates()
  const isOwn = useDraftOwner()
  const { vehicleId, plate } = useCheckoutDraft()
  const [isRefused, setRefused] = useState(false)
  const vehicles = saved.status === 'ready' && booked.status === 'ready' ? toKnown(saved.value, booked.value) : []
  // Vehicles may arrive while a plate is being typed (the first pull after a sign-in): the typed plate stays chosen.
  const isTyped = vehicleId === OTHER || (vehicleId === null && plate !== '')
  const chosen = isTyped ? null : (vehicles.find((vehicle) => vehicle.id === vehicleId) ?? vehicles[0] ?? null)
  const typeId = chosen?.vehicle_type_id ?? stay.vehicleTypeId
  const isReadable = chosen !== null || isPlate(normalisePlate(plate))
  return {
    isLooking: !isOwn || ((saved.status === 'loading' || booked.status === 'loading') && !isTyped),
    vehicles,
    chosen,
    typeId,
    plate,
    hasProblem: isRefused && !isReadable,
    changeType: stay.changeVehicleType,
    take: () => {
      setRefused(!isReadable)
      if (!isReadable) return null
      if (chosen === null) return { typeId, plate: normalisePlate(plate) }
      return chosen.saved === null
        ? { typeId, plate: normalisePlate(chosen.plate) }
        : { typeId, vehicleId: chosen.id, plate: chosen.plate }
    },
  }
}

export function VehicleStep({ choice }: { readonly choice: VehicleChoice }) {
  const { t } = useLingui()
  const typeName = useVehicleTypeName()
  const change = useCheckoutDraft((draft) => draft.change)
  const { vehicles, chosen } = choice
  // A plate field would be replaced by the saved vehicles just as the driver taps it.
  if (choice.isLooking) return <Skeleton size="button" width="full" />
  return (
    <div className={styles.stack}>
      {vehicles.length > 0 && (
        <SelectField
          label={t`Vehicle`}
          icon={<CarIcon />}
          value={chosen?.id ?? OTHER}
          onChange={(event) => change({ vehicleId: event.currentTarget.value })}
        >
          {vehicles.map((vehicle) => (
            <option key={vehicle.id} value={vehicle.id}>
              {[
                vehicle.plate,
                typeName(vehicle.vehicle_type_id),
                vehicle.saved === null ? t`booked before` : (vehicle.saved.region ?? vehicle.saved.country_code),
              ].join(', ')}
            </option>
          ))}
          <option value={OTHER}>{t`Another plate`}</option>
        </SelectField>
      )}
      {chosen !== null && chosen.saved === null && (
        <Button
          kind="plain"
          onClick={() => {
            change({ vehicleId: null })
            void forgetPlate(chosen.plate)
          }}
        >
          <Trans>{chosen.plate} isn’t my plate</Trans>
        </Button>
      )}
      {chosen === null && <TypedPlate choice={choice} />}
    </div>
  )
}

function TypedPlate({ choice }: { readonly choice: VehicleChoice }) {
  const { t } = useLingui()
  const typeName = useVehicleTypeName()
  const country = useSelectedCountry()
  const change = useCheckoutDraft((draft) => draft.change)
  const normalised = normalisePlate(choice.plate)
  const warning = isPlate(normalised) ? findPlateWarning(normalised, { country: country?.code ?? 'NG' }) : undefined
  return (
    <FieldPair>
      <TextField
        plate
        label={t`Plate number`}
        name="plate"
        value={choice.plate}
        onChange={(event) => change({ plate: event.currentTarget.value })}
        error={choice.hasProblem ? <Trans>Enter the plate: letters and digits.</Trans> : undefined}
        hint={warning === undefined ? undefined : <PlateWarningText warning={warning} />}
      />
      <SelectField
        label={t`Vehicle type`}
        value={choice.typeId}
        onChange={(event) => choice.changeType(Number(event.currentTarget.value) as VehicleTypeId)}
      >
        {TYPES.map((id) => (
          <option key={id} value={id}>
            {typeName(id)}
          </option>
        ))}
      </SelectField>
    </FieldPair>
  )
}

// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ProductKind } from '../../../domain/cart-total.ts'
import { FROM_MONDAY } from '../../../domain/opening-week.ts'
import type { VehicleTypeId } from '../../../domain/tariff.ts'
import { useVehicleTypeName } from '../../../parts/use-vehicle-type-name.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { OfferField, problemOf } from '../offer-fields.tsx'
import page from '../operator.module.css'
import { WeekFields } from '../park-hours.tsx'
import type { OfferProblems } from '../read-offer.ts'

/** Returns the singular names of the product kinds, as in a list of products. */
export function useKindName(): Readonly<Record<ProductKind, string>> {
  const { t } = useLingui()
  return {
    monthly_pass: t`Monthly pass`,
    day_bundle: t`Day bundle`,
    permit: t`Parking right`,
    car_wash: t`Car wash`,
    accessory: t`Accessory`,
  }
}

interface FieldsProps {
  readonly problems: OfferProblems
}

export function StockField({ problems, first }: FieldsProps & { readonly first?: string }) {
  const { t } = useLingui()
  const hint = <Trans>Empty: no limit.</Trans>
  return (
    <OfferField
      name="stock"
      label={t`Pieces left`}
      hint={hint}
      problems={problems}
      {...(first === undefined ? {} : { first })}
    />
  )
}

export function LimitField({ problems }: FieldsProps) {
  const { t } = useLingui()
  return <OfferField name="limit" label={t`Most in one order`} first="1" problems={problems} />
}

const TYPES: readonly VehicleTypeId[] = [1, 2, 3, 4]

/** For a monthly pass or permit: its hours, its vehicle types, and how many drivers may use it at the same time. */
export function PassFields({ problems }: FieldsProps) {
  const { t } = useLingui()
  const vehicleName = useVehicleTypeName()
  const [hours, setHours] = useState<'always' | 'week'>('always')
  return (
    <>
      <SelectField
        label={t`When it holds`}
        name="hours"
        value={hours}
        onChange={({ currentTarget }) => setHours(currentTarget.value === 'week' ? 'week' : 'always')}
      >
        <option value="always">{t`Day and night`}</option>
        <option value="week">{t`By the day of the week`}</option>
      </SelectField>
      {hours === 'week' && <WeekFields week={null} error={problemOf(problems, `from${String(FROM_MONDAY[0])}`)} />}
      <fieldset className={page.checks}>
        <legend>
          <Trans>Vehicles. None marked: all of them.</Trans>
        </legend>
        {TYPES.map((type) => (
          <label key={type}>
            <input type="checkbox" name={`vehicle${String(type)}`} />
            {vehicleName(type)}
          </label>
        ))}
      </fieldset>
      <OfferField
        name="at_once"
        label={t`Drivers who may have one at the same time`}
        hint={<Trans>Each takes a space in the hours of the pass.</Trans>}
        problems={problems}
      />
    </>
  )
}

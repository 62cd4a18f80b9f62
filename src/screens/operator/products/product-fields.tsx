// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { ProductKind } from '../../../domain/cart-total.ts'
import type { Currency } from '../../../domain/money.ts'
import { FROM_MONDAY } from '../../../domain/opening-week.ts'
import type { VehicleTypeId } from '../../../domain/tariff.ts'
import { useFormat } from '../../../i18n/format.ts'
import { useVehicleTypeName } from '../../../parts/use-vehicle-type-name.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import page from '../operator.module.css'
import { WeekFields } from '../park-hours.tsx'
import { DETAILS_MAX, NAME_MAX, type ProductProblem, type ProductProblems } from './read-product-form.ts'

/** One of each, as a list of what is sold calls it. */
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

function ProductProblemText({ problem }: { readonly problem: ProductProblem }) {
  const texts: Readonly<Record<ProductProblem, React.JSX.Element>> = {
    required: <Trans>This field is required!</Trans>,
    too_long: <Trans>This text is too long.</Trans>,
    price: <Trans>Enter a price above 0.</Trans>,
    stock: <Trans>Enter a whole number, or leave it empty.</Trans>,
    limit: <Trans>Enter a whole number from 1 to 99.</Trans>,
    whole: <Trans>Enter a whole number.</Trans>,
    hours: <Trans>Enter both times of every day that is open, in steps of 5 minutes.</Trans>,
  }
  return texts[problem]
}

const problemOf = (problems: ProductProblems, name: string): React.JSX.Element | undefined => {
  const problem = problems[name]
  return problem === undefined ? undefined : <ProductProblemText problem={problem} />
}

interface FieldsProps {
  readonly problems: ProductProblems
}

/** What it is called, in both languages, since phones keep both. */
export function ProductTextFields({ problems }: FieldsProps) {
  const { t } = useLingui()
  const field = (name: string, label: string, [lang, maxLength]: readonly [lang: string, maxLength: number]) => (
    <TextField
      label={label}
      name={name}
      {...{ lang, maxLength, autoComplete: 'off' }}
      error={problemOf(problems, name)}
    />
  )
  return (
    <>
      {field('name_en', t`Name in English`, ['en', NAME_MAX])}
      {field('name_fr', t`Name in French`, ['fr', NAME_MAX])}
      {field('details_en', t`Details in English (optional)`, ['en', DETAILS_MAX])}
      {field('details_fr', t`Details in French (optional)`, ['fr', DETAILS_MAX])}
    </>
  )
}

interface PriceFieldProps extends FieldsProps {
  readonly currency: Currency
  readonly first?: string
  readonly onChange?: (text: string) => void
}

export function PriceField({ problems, currency, first, onChange }: PriceFieldProps) {
  const { t } = useLingui()
  const symbol = useFormat().symbol(currency)
  return (
    <TextField
      label={t`Price, ${symbol}`}
      name="price"
      {...{ inputMode: 'decimal', autoComplete: 'off', maxLength: 16 }}
      defaultValue={first}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      error={problemOf(problems, 'price')}
    />
  )
}

export function StockField({ problems, first }: FieldsProps & { readonly first?: string }) {
  const { t } = useLingui()
  return (
    <TextField
      label={t`Pieces left`}
      name="stock"
      {...{ inputMode: 'numeric', autoComplete: 'off', maxLength: 16 }}
      defaultValue={first}
      hint={<Trans>Empty: no limit.</Trans>}
      error={problemOf(problems, 'stock')}
    />
  )
}

export function LimitField({ problems }: FieldsProps) {
  const { t } = useLingui()
  return (
    <TextField
      label={t`Most in one order`}
      name="limit"
      {...{ inputMode: 'numeric', autoComplete: 'off', maxLength: 16 }}
      defaultValue="1"
      error={problemOf(problems, 'limit')}
    />
  )
}

const TYPES: readonly VehicleTypeId[] = [1, 2, 3, 4]

/** Of a monthly pass or permit: when it holds, for which vehicles, and for how many drivers at the same time. */
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
      <TextField
        label={t`Drivers who may have one at the same time`}
        name="at_once"
        {...{ inputMode: 'numeric', autoComplete: 'off', maxLength: 16 }}
        hint={<Trans>Each takes a space in the hours of the pass.</Trans>}
        error={problemOf(problems, 'at_once')}
      />
    </>
  )
}

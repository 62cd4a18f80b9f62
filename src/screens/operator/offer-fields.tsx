// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { Currency } from '../../domain/money.ts'
import { useFormat } from '../../i18n/format.ts'
import { TextField } from '../../ui/text-field.tsx'
import page from './operator.module.css'
import type { OwnPark } from './park-choice.tsx'
import type { OfferProblem, OfferProblems } from './read-offer.ts'

function OfferProblemText({ problem }: { readonly problem: OfferProblem }) {
  const texts: Readonly<Record<OfferProblem, React.JSX.Element>> = {
    required: <Trans>This field is required!</Trans>,
    too_long: <Trans>This text is too long.</Trans>,
    price: <Trans>Enter a price above 0.</Trans>,
    amount: <Trans>Enter an amount, or leave it empty.</Trans>,
    percent: <Trans>Enter a whole number from 1 to 100.</Trans>,
    code: <Trans>Enter 3 to 20 letters and digits, without spaces.</Trans>,
    stock: <Trans>Enter a whole number, or leave it empty.</Trans>,
    limit: <Trans>Enter a whole number from 1 to 99.</Trans>,
    whole: <Trans>Enter a whole number.</Trans>,
    hours: <Trans>Enter both times of every day that is open, in steps of 5 minutes.</Trans>,
    day: <Trans>Enter a day.</Trans>,
    past: <Trans>This day has passed.</Trans>,
    order: <Trans>The last day is before the first.</Trans>,
    park: <Trans>Choose a car park.</Trans>,
    countries: <Trans>Choose car parks of one country.</Trans>,
  }
  return texts[problem]
}

/** Returns the text for a field's `error`. */
export const problemOf = (problems: OfferProblems, name: string): React.JSX.Element | undefined => {
  const problem = problems[name]
  return problem === undefined ? undefined : <OfferProblemText problem={problem} />
}

interface OfferFieldProps {
  readonly name: string
  readonly label: string
  readonly problems: OfferProblems
  readonly hint?: ReactNode
  readonly first?: string
  readonly inputMode?: 'decimal' | 'numeric' | 'text'
  readonly onChange?: (text: string) => void
}

/** A short text, number or amount. */
export function OfferField({ name, label, problems, hint, first, inputMode = 'numeric', onChange }: OfferFieldProps) {
  return (
    <TextField
      label={label}
      name={name}
      {...{ inputMode, autoComplete: 'off', maxLength: inputMode === 'text' ? 40 : 16 }}
      defaultValue={first}
      hint={hint}
      onChange={({ currentTarget }) => onChange?.(currentTarget.value)}
      error={problemOf(problems, name)}
    />
  )
}

interface FieldsProps {
  readonly problems: OfferProblems
}

const [NAME_MAX, DETAILS_MAX] = [80, 500]

/** Name and description in both languages, since phones store both. */
export function OfferTextFields({ problems }: FieldsProps) {
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

export function PriceField({ currency, ...field }: PriceFieldProps) {
  const { t } = useLingui()
  const symbol = useFormat().symbol(currency)
  return <OfferField {...field} name="price" inputMode="decimal" label={t`Price, ${symbol}`} />
}

interface ParkChecksProps extends FieldsProps {
  readonly parks: readonly OwnPark[]
  readonly chosen: readonly string[]
  readonly onChange: (codes: readonly string[]) => void
}

/** The car parks where the offer is valid. A single car park is preselected and not shown. */
export function ParkChecks({ parks, chosen, onChange, problems }: ParkChecksProps) {
  const toggle = (code: string) =>
    onChange(chosen.includes(code) ? chosen.filter((one) => one !== code) : [...chosen, code])
  if (parks.length === 1) return null
  return (
    <fieldset className={page.checks}>
      <legend>
        <Trans>Car parks where it holds</Trans>
      </legend>
      {parks.map(({ code, name }) => (
        <label key={code}>
          <input type="checkbox" checked={chosen.includes(code)} onChange={() => toggle(code)} />
          <bdi>{name}</bdi>
        </label>
      ))}
      {problems.parks !== undefined && (
        <p className={page.bad} role="alert">
          <OfferProblemText problem={problems.parks} />
        </p>
      )}
    </fieldset>
  )
}

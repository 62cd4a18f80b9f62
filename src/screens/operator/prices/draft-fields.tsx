// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { createContext, type ReactNode, useContext } from 'react'
import type { Currency } from '../../../domain/money.ts'
import type { Weekday } from '../../../domain/tariff-types.ts'
import { useFormat } from '../../../i18n/format.ts'
import { FieldPair } from '../../../ui/field-box.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { type HoursDraft, WEEK } from './price-draft.ts'
import styles from '../prices.module.css'

interface DraftContextValue {
  /** Names of invalid fields; empty until the first attempt to publish. */
  readonly bad: ReadonlySet<string>
  readonly currency: Currency
}

export const DraftContext = createContext<DraftContextValue>({ bad: new Set(), currency: 'CAD' })

interface DraftFieldProps {
  readonly label: string
  /** Field name, as used by `readDraft`. */
  readonly field: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly type?: 'amount' | 'number' | 'time'
  readonly hint?: ReactNode
}

/** An amount, a whole number or a time of day. */
export function DraftField({ label: name, field, value, onChange, type = 'amount', hint }: DraftFieldProps) {
  const format = useFormat()
  const { bad, currency } = useContext(DraftContext)
  const isBad = bad.has(field)
  const label = type === 'amount' ? `${name}, ${format.symbol(currency)}` : name
  const errors = {
    amount: <Trans>Enter an amount.</Trans>,
    number: <Trans>Enter a whole number.</Trans>,
    time: <Trans>Enter a time.</Trans>,
  }
  return (
    <TextField
      label={label}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      {...(type === 'time'
        ? { type, step: 300 }
        : { inputMode: type === 'amount' ? 'decimal' : 'numeric', autoComplete: 'off', maxLength: 16 })}
      {...(isBad ? { error: errors[type] } : {})}
      {...(hint === undefined ? {} : { hint })}
    />
  )
}

interface DaysFieldProps {
  readonly legend: string
  readonly field: string
  readonly days: readonly Weekday[]
  readonly onChange: (days: readonly Weekday[]) => void
}

/** Days of the week, Monday first. */
export function DaysField({ legend, field, days, onChange }: DaysFieldProps) {
  const format = useFormat()
  const isBad = useContext(DraftContext).bad.has(`${field} days`)
  return (
    <fieldset className={styles.days}>
      <legend>{legend}</legend>
      {WEEK.map((day) => (
        <label key={day} data-chosen={days.includes(day) || undefined}>
          <input
            type="checkbox"
            checked={days.includes(day)}
            aria-invalid={isBad || undefined}
            aria-label={format.weekday(day)}
            onChange={({ currentTarget }) =>
              onChange(WEEK.filter((one) => (one === day ? currentTarget.checked : days.includes(one))))
            }
          />
          <span aria-hidden="true">{format.weekday(day, 'short')}</span>
        </label>
      ))}
      {isBad && (
        <p className={styles.bad} role="alert">
          <Trans>Choose a day.</Trans>
        </p>
      )}
    </fieldset>
  )
}

interface HoursFieldsProps {
  readonly legend: string
  readonly field: string
  readonly hours: HoursDraft
  readonly onChange: (hours: HoursDraft) => void
}

/** Days of the week and a time range; midnight to midnight is the whole day. */
export function HoursFields({ legend, field, hours, onChange }: HoursFieldsProps) {
  const { t } = useLingui()
  const change = (part: Partial<HoursDraft>) => onChange({ ...hours, ...part })
  return (
    <>
      <DaysField legend={legend} field={field} days={hours.days} onChange={(days) => change({ days })} />
      <FieldPair>
        <DraftField
          label={t`From`}
          field={`${field} from`}
          type="time"
          value={hours.from}
          onChange={(from) => change({ from })}
        />
        <DraftField
          label={t`Until`}
          field={`${field} to`}
          type="time"
          value={hours.to}
          onChange={(to) => change({ to })}
        />
      </FieldPair>
    </>
  )
}

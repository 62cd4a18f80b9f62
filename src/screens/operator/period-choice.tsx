// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useState } from 'react'
import { TextField } from '../../ui/text-field.tsx'
import styles from './day.module.css'
import page from './operator.module.css'

interface PeriodChoiceProps {
  /** Such as `2026-11-28`. */
  readonly today: string
  readonly note?: ReactNode
  /** Renders a valid period: the last day is not before the first. */
  readonly children: (first: string, last: string) => ReactNode
}

/** Chooses a period; defaults to the first of the month until today. */
export function PeriodChoice({ today, note, children }: PeriodChoiceProps) {
  const { t } = useLingui()
  const [first, setFirst] = useState(`${today.slice(0, 8)}01`)
  const [last, setLast] = useState(today)
  return (
    <>
      <div className={`${page.pair} ${styles.dates}`}>
        <TextField label={t`First day`} type="date" value={first} onChange={({ target }) => setFirst(target.value)} />
        <TextField label={t`Last day`} type="date" value={last} onChange={({ target }) => setLast(target.value)} />
      </div>
      {note}
      {first !== '' && first <= last ? (
        children(first, last)
      ) : (
        <p role="status">
          <Trans>Choose a first day, and a last day that isn’t before it.</Trans>
        </p>
      )}
    </>
  )
}

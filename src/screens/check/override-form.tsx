import { Trans, useLingui } from '@lingui/react/macro'
import { useState, type FormEvent } from 'react'
import type { Direction } from '../../domain/check-in.ts'
import { isPlate, normalisePlate } from '../../domain/plate.ts'
import { checkOptional, plainTextOf } from '../../parts/field-checks.ts'
import { textOf } from '../../parts/form-text.ts'
import { Button } from '../../ui/button.tsx'
import { RadioCard } from '../../ui/choice-field.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './check.module.css'

export interface OverrideFormProps {
  readonly direction: Direction
  /** True when nothing else identifies the car. */
  readonly needsPlate: boolean
  readonly onSubmit: (override: { readonly reason: string; readonly plate: string }) => Promise<void>
  readonly onCancel: () => void
}

const OTHER = 'other'
const MAX_REASON_LENGTH = 200

/** Overrides the verdict; requires a reason, which the car park can read later. */
export function OverrideForm({ direction, needsPlate, onSubmit, onCancel }: OverrideFormProps) {
  const { t } = useLingui()
  const [chosen, setChosen] = useState<string | null>(null)
  const [problem, setProblem] = useState<'reason' | 'too_long' | 'plate' | null>(null)
  const reasons = [t`Paid at the gate`, t`The operator agreed`, t`Staff or emergency vehicle`]

  const choose = (reason: string) => {
    setChosen(reason)
    setProblem(null)
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const words = plainTextOf(form, 'words')
    const reason = chosen === OTHER ? words : (chosen ?? '')
    const plate = normalisePlate(textOf(form, 'plate'))
    if (needsPlate && !isPlate(plate)) setProblem('plate')
    else if (reason === '') setProblem('reason')
    else if (checkOptional(reason, MAX_REASON_LENGTH) !== undefined) setProblem('too_long')
    else void onSubmit({ reason, plate })
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
      {needsPlate && (
        <TextField
          plate
          name="plate"
          label={<Trans>Plate</Trans>}
          autoComplete="off"
          error={problem === 'plate' ? <Trans>Enter the plate: letters and digits.</Trans> : undefined}
        />
      )}
      <fieldset className={styles.form}>
        <legend className={styles.ask}>
          <Trans>Why?</Trans>
        </legend>
        {reasons.map((reason) => (
          <RadioCard
            key={reason}
            name="reason"
            title={reason}
            checked={chosen === reason}
            onChange={() => choose(reason)}
          />
        ))}
        <RadioCard
          name="reason"
          title={<Trans>Another reason</Trans>}
          checked={chosen === OTHER}
          onChange={() => choose(OTHER)}
        />
      </fieldset>
      {chosen === OTHER && (
        <TextField
          name="words"
          label={<Trans>Reason</Trans>}
          autoComplete="off"
          dir="auto"
          error={problem === 'too_long' ? <Trans>This is too long</Trans> : undefined}
        />
      )}
      {problem === 'reason' && (
        <p className={styles.loss} role="alert">
          <Trans>Choose a reason, or write one.</Trans>
        </p>
      )}
      <Button type="submit" wide>
        {direction === 'out' ? <Trans>Let out and record</Trans> : <Trans>Let in and record</Trans>}
      </Button>
      <Button kind="secondary" wide onClick={onCancel}>
        <Trans>Back</Trans>
      </Button>
    </form>
  )
}

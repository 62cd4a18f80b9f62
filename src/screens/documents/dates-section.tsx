// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type FormEvent, useState } from 'react'
import { saveDates } from '../../actions/vehicle-documents.online.ts'
import type { DocumentDates, DocumentKind } from '../../domain/document-kinds.ts'
import { addDays, daysUntil, EXPIRY_MAX_YEARS, kindsFor } from '../../domain/vehicle-documents.ts'
import { FailureNote } from '../../parts/failure-note.tsx'
import parts from '../../parts/parts.module.css'
import { useDocumentName } from '../../parts/use-document-name.ts'
import { useNow } from '../../parts/use-now.ts'
import { useSingleFlight } from '../../parts/use-single-flight.ts'
import { Button } from '../../ui/button.tsx'
import { CheckCard } from '../../ui/choice-field.tsx'
import { PencilIcon } from '../../ui/icons-action.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'
import { TextField } from '../../ui/text-field.tsx'
import styles from './documents.module.css'

export interface DatesSectionProps {
  readonly vehicleId: string
  readonly commercial: boolean
  readonly dates: DocumentDates
  readonly pending: boolean
}

/** The expiry date of each document, as printed on it. Works offline. */
export function DatesSection(props: DatesSectionProps) {
  const [isOpen, setOpen] = useState(false)
  if (isOpen) return <DatesForm {...props} onDone={() => setOpen(false)} />
  return (
    <div className={styles.line}>
      <Button kind="secondary" size="small" icon={<PencilIcon size={18} />} onClick={() => setOpen(true)}>
        <Trans>Change expiry dates</Trans>
      </Button>
      {props.pending && <StatusBadge status="waiting" />}
    </div>
  )
}

const isPossible = (day: string | null, today: string): boolean =>
  day === null || (/^\d{4}-\d\d-\d\d$/.test(day) && Math.abs(daysUntil(day, today)) <= EXPIRY_MAX_YEARS * 365)

function DatesForm({ vehicleId, commercial, dates, onDone }: DatesSectionProps & { readonly onDone: () => void }) {
  const { t } = useLingui()
  const nameOf = useDocumentName()
  const today = new Date(useNow()).toISOString().slice(0, 10)
  const [isCommercial, setCommercial] = useState(commercial)
  const [typed, setTyped] = useState(dates)
  const [isChecked, setChecked] = useState(false)
  const { failure, isBusy, run } = useSingleFlight(onDone)
  const kinds = kindsFor(isCommercial)
  const isWrong = (kind: DocumentKind) => !isPossible(typed[kind], today)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (kinds.some(isWrong)) return
    const hackney = isCommercial ? typed.hackney : null
    void run(() => saveDates({ ofVehicle: vehicleId, commercial: isCommercial, dates: { ...typed, hackney } }))
  }
  return (
    <form className={parts.form} onSubmit={submit} noValidate aria-label={t`Expiry dates`}>
      {kinds.map((kind) => (
        <TextField
          key={kind}
          type="date"
          name={kind}
          label={nameOf(kind)}
          value={typed[kind] ?? ''}
          min={addDays(today, -EXPIRY_MAX_YEARS * 365)}
          max={addDays(today, EXPIRY_MAX_YEARS * 365)}
          onChange={({ currentTarget: { value } }) => setTyped({ ...typed, [kind]: value === '' ? null : value })}
          {...(isChecked && isWrong(kind) ? { error: <Trans>Enter the date printed on the document.</Trans> } : {})}
        />
      ))}
      <CheckCard
        title={<Trans>This vehicle works for money</Trans>}
        detail={<Trans>Taxi, bus or delivery: it needs a hackney permit.</Trans>}
        checked={isCommercial}
        onChange={({ currentTarget }) => setCommercial(currentTarget.checked)}
      />
      {failure !== null && <FailureNote failure={failure} doing={t`Saving the dates`} hasInput />}
      <Button type="submit" wide busy={isBusy}>
        <Trans>Save dates</Trans>
      </Button>
      <Button kind="plain" wide onClick={onDone}>
        <Trans>Close</Trans>
      </Button>
    </form>
  )
}

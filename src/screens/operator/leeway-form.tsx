// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { findOtherLeeway, type OwnLeeway, type ParkLeeway, setLeeway } from '../../actions/operator-leeway.online.ts'
import { MAX_LEEWAY_MINUTES } from '../../domain/booking.ts'
import { InputKept } from '../../parts/failure-note.tsx'
import { rawTextOf } from '../../parts/field-checks.ts'
import { OnlineButton } from '../../parts/online-button.tsx'
import parts from '../../parts/parts.module.css'
import { useSubmit } from '../../parts/use-submit.ts'
import { CircleCheckIcon, TriangleIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { TextField } from '../../ui/text-field.tsx'
import { ConsoleFailure } from './console-failure.tsx'
import page from './operator.module.css'

/** Returns null when empty, which means the default; returns undefined when outside the allowed range. */
function minutesOf(form: FormData, name: string): number | null | undefined {
  const text = rawTextOf(form, name).normalize('NFKC').trim()
  if (text === '') return null
  return /^\d{1,3}$/.test(text) && Number(text) <= MAX_LEEWAY_MINUTES ? Number(text) : undefined
}

interface LeewayFormProps {
  readonly code: string
  readonly loaded: ParkLeeway
}

/** How early cars may enter, and how long they may stay after the end. A failure does not clear the input. */
export function LeewayForm({ code, loaded: { own, usual } }: LeewayFormProps) {
  const { t } = useLingui()
  // Initial field values, fixed so that a later answer does not overwrite what is being typed.
  const [first] = useState(own)
  const [seen, setSeen] = useState(own)
  const [isSaved, setSaved] = useState(false)
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form): Partial<Record<'arrival' | 'grace', true>> => ({
      ...(minutesOf(form, 'arrival') === undefined ? { arrival: true } : {}),
      ...(minutesOf(form, 'grace') === undefined ? { grace: true } : {}),
    }),
    send: async (form) => {
      const wanted = {
        arrivalMinutes: minutesOf(form, 'arrival') ?? null,
        graceMinutes: minutesOf(form, 'grace') ?? null,
      }
      const answer = await setLeeway(code, { wanted, seen })
      // The conflicting values are displayed, so saving again overrides them knowingly.
      if (!answer.ok) setSeen(findOtherLeeway(answer.error) ?? seen)
      return answer
    },
    onDone: (answer) => {
      setSeen(answer.own)
      setSaved(true)
    },
  })
  const other = findOtherLeeway(failure)
  const { arrivalMinutes: usualArrival, graceMinutes: usualGrace } = usual
  return (
    <form
      className={`${page.card} ${parts.form}`}
      onInput={() => setSaved(false)}
      onSubmit={(event) => {
        setSaved(false)
        onSubmit(event)
      }}
      noValidate
    >
      <h2>
        <Trans>Early arrival and grace period</Trans>
      </h2>
      <TextField
        label={t`Early arrival, minutes`}
        name="arrival"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={first.arrivalMinutes ?? ''}
        hint={<Trans>Cars may arrive this many minutes before the start. Empty: the usual {usualArrival}.</Trans>}
        error={problems.arrival && <MinutesProblem />}
      />
      <TextField
        label={t`Grace period, minutes`}
        name="grace"
        inputMode="numeric"
        autoComplete="off"
        defaultValue={first.graceMinutes ?? ''}
        hint={<Trans>Cars may stay this many minutes after the end at no cost. Empty: the usual {usualGrace}.</Trans>}
        error={problems.grace && <MinutesProblem />}
      />
      <p className={page.muted}>
        <Trans>This also holds for bookings already made.</Trans>
      </p>
      {isSaved && (
        <Note icon={<CircleCheckIcon size={24} />} title={<Trans>Saved</Trans>} role="status">
          <LeewayText own={seen} usual={usual} />
        </Note>
      )}
      {other !== undefined && (
        <Note
          tone="amber"
          icon={<TriangleIcon size={24} />}
          title={<Trans>Somebody else changed this</Trans>}
          role="alert"
        >
          <p>
            <LeewayText own={other} usual={usual} />
          </p>
          <p>
            <InputKept /> <Trans>Save again to replace theirs.</Trans>
          </p>
        </Note>
      )}
      {failure !== null && other === undefined && <ConsoleFailure failure={failure} doing={t`Saving`} hasInput />}
      <OnlineButton doing={t`Saving`} type="submit" wide busy={isBusy} busyLabel={<Trans>Sending…</Trans>}>
        <Trans>Save</Trans>
      </OnlineButton>
    </form>
  )
}

const MinutesProblem = () => <Trans>Enter whole minutes from 0 to {MAX_LEEWAY_MINUTES}, or leave it empty.</Trans>

/** The values in force, as drivers see them. */
function LeewayText({ own, usual }: { readonly own: OwnLeeway; readonly usual: ParkLeeway['usual'] }) {
  const arrival = own.arrivalMinutes ?? usual.arrivalMinutes
  const grace = own.graceMinutes ?? usual.graceMinutes
  return (
    <Trans>
      Early arrival: {arrival} min. Grace period: {grace} min.
    </Trans>
  )
}

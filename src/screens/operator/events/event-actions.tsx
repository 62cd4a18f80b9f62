// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { cancelEvent, changeEvent, postponeEvent, setAccessCode } from '../../../actions/operator-events.online.ts'
import type { OperatorEventDetail } from '../../../contract/operator-events.ts'
import { mustInstant } from '../../../domain/instant.ts'
import { toLocalInput } from '../../../domain/zone.ts'
import { useFormat } from '../../../i18n/format.ts'
import { rawTextOf } from '../../../parts/field-checks.ts'
import { OnlineButton } from '../../../parts/online-button.tsx'
import parts from '../../../parts/parts.module.css'
import { useNow } from '../../../parts/use-now.ts'
import { useSingleFlight } from '../../../parts/use-single-flight.ts'
import { useSubmit } from '../../../parts/use-submit.ts'
import { Button } from '../../../ui/button.tsx'
import { ButtonRow } from '../../../ui/button-row.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import { FormFoot } from '../form-foot.tsx'
import type { OwnPark } from '../park-choice.tsx'
import { AccessCodeNote } from './access-code-note.tsx'
import { AccessCodeField, EventFactFields, EventParkFields, type KeptNow, problemOf } from './event-fields.tsx'
import {
  checkAccessCode,
  checkFacts,
  checkParks,
  type EventProblems,
  findTime,
  readFacts,
  readParks,
} from './read-event-form.ts'

type Step = 'change' | 'postpone' | 'access' | 'cancel'

interface ActionsProps {
  readonly event: OperatorEventDetail
  readonly parks: readonly OwnPark[]
  readonly onChanged: () => void
}

/** The operator's actions on an event; each explains its effect on existing bookings before it is confirmed. */
export function EventActions({ event, parks, onChanged }: ActionsProps) {
  const [step, setStep] = useState<Step | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  const done = (accessCode: string | null = null) => {
    setStep(null)
    setShown(accessCode)
    onChanged()
  }
  const form = { event, onDone: () => done(), onClose: () => setStep(null) }
  return (
    <>
      {shown !== null && <AccessCodeNote accessCode={shown} />}
      {step === null && (
        <ButtonRow>
          <Button kind="secondary" size="small" onClick={() => setStep('change')}>
            <Trans>Change</Trans>
          </Button>
          <Button kind="secondary" size="small" onClick={() => setStep('postpone')}>
            <Trans>Postpone</Trans>
          </Button>
          <Button kind="secondary" size="small" onClick={() => setStep('access')}>
            {event.is_private ? <Trans>Replace the access code</Trans> : <Trans>Make it private</Trans>}
          </Button>
          <Button kind="danger" size="small" onClick={() => setStep('cancel')}>
            <Trans>Cancel the event</Trans>
          </Button>
        </ButtonRow>
      )}
      {step === 'change' && <ChangeForm {...form} parks={parks} />}
      {step === 'postpone' && <PostponeForm {...form} />}
      {step === 'access' && <AccessForm {...form} onDone={done} />}
      {step === 'cancel' && <CancelQuestion {...form} />}
    </>
  )
}

interface FormProps {
  readonly event: OperatorEventDetail
  readonly onDone: () => void
  readonly onClose: () => void
}

function ChangeForm({ event, parks, onDone, onClose }: FormProps & Pick<ActionsProps, 'parks'>) {
  const { t } = useLingui()
  const kept = new Map(
    event.parks.map(({ code, held, free }): [string, KeptNow] => {
      const price = event.prices.find((one) => one.code === code)?.price ?? 0
      return [code, { held, price, sold: held - free }]
    }),
  )
  const [codes, setCodes] = useState<readonly string[]>([...kept.keys()])
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form): EventProblems => ({ ...checkFacts(form), ...checkParks(form, codes) }),
    send: (form) => changeEvent(event.code, { version: event.version, ...readFacts(form), ...readParks(form, codes) }),
    onDone,
  })
  return (
    <form className={parts.form} onSubmit={onSubmit} noValidate aria-label={t`Change`}>
      <EventFactFields problems={problems} first={event} />
      <EventParkFields parks={parks} chosen={codes} onChange={setCodes} kept={kept} problems={problems} />
      <p>
        <Trans>Who has booked keeps the price. Spaces that are booked stay kept.</Trans>
      </p>
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Changing the event`} hasInput />}
      <FormFoot doing={t`Changing the event`} isBusy={isBusy} onClose={onClose}>
        <Trans>Save</Trans>
      </FormFoot>
    </form>
  )
}

function PostponeForm({ event, onDone, onClose }: FormProps) {
  const { t } = useLingui()
  const now = useNow()
  const { code, timezone: zone, booked } = event
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form): EventProblems => {
      const start = findTime(form, 'starts_at', zone)
      if (start === undefined) return { starts_at: 'time' }
      return start > now ? {} : { starts_at: 'ahead' }
    },
    send: (form) => postponeEvent(code, findTime(form, 'starts_at', zone) ?? now),
    onDone,
  })
  return (
    <form className={parts.form} onSubmit={onSubmit} noValidate aria-label={t`Postpone`}>
      <TextField
        label={t`New start of the event`}
        name="starts_at"
        type="datetime-local"
        defaultValue={toLocalInput(mustInstant(event.starts_at), zone)}
        hint={<Trans>The other times move with it.</Trans>}
        error={problemOf(problems, 'starts_at')}
      />
      <p>
        <Plural value={booked} one="# booking moves with it." other="# bookings move with it." />{' '}
        <Trans>Drivers keep their price and get a new pass.</Trans> <BackUntilText event={event} />
      </p>
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Postponing the event`} hasInput />}
      <FormFoot doing={t`Postponing the event`} isBusy={isBusy} onClose={onClose}>
        <Trans>Postpone the event</Trans>
      </FormFoot>
    </form>
  )
}

function BackUntilText({ event: { booked, paid, currency } }: Pick<FormProps, 'event'>) {
  const format = useFormat()
  if (booked === 0) return null
  const money = format.money({ amountMinor: paid, currency })
  return (
    <Trans>
      For up to a week they may have everything back, {money} in all. Who doesn’t choose by then gets the money back.
    </Trans>
  )
}

function AccessForm({ event, onDone, onClose }: FormProps & { readonly onDone: (accessCode: string | null) => void }) {
  const { t } = useLingui()
  const { code, is_private: isPrivate } = event
  const opening = useSingleFlight(() => onDone(null))
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form): EventProblems => checkAccessCode(form),
    send: (form) => setAccessCode(code, rawTextOf(form, 'access_code').trim()),
    onDone: (_event, form) => onDone(rawTextOf(form, 'access_code').trim()),
  })
  const failed = failure ?? opening.failure
  return (
    <form className={parts.form} onSubmit={onSubmit} noValidate aria-label={t`Access code`}>
      <AccessCodeField problems={problems} />
      <p>
        {isPrivate ? (
          <Trans>The code until now no longer works. Bookings stay.</Trans>
        ) : (
          <Trans>The event leaves all lists. Bookings stay.</Trans>
        )}
      </p>
      {failed !== null && <ConsoleFailure failure={failed} doing={t`Setting the access code`} hasInput />}
      <FormFoot doing={t`Setting the access code`} isBusy={isBusy} onClose={onClose}>
        {isPrivate ? <Trans>Replace the access code</Trans> : <Trans>Make it private</Trans>}
      </FormFoot>
      {isPrivate && (
        <OnlineButton
          doing={t`Setting the access code`}
          kind="secondary"
          size="small"
          busy={opening.isBusy}
          onClick={() => void opening.run(() => setAccessCode(code, null))}
        >
          <Trans>Show it to everybody</Trans>
        </OnlineButton>
      )}
    </form>
  )
}

function CancelQuestion({ event, onDone, onClose }: FormProps) {
  const { t } = useLingui()
  const format = useFormat()
  const { booked, paid, currency } = event
  const { failure, isBusy, run } = useSingleFlight(onDone)
  const money = format.money({ amountMinor: paid, currency })
  return (
    <section className={parts.form} aria-label={t`Cancel the event`}>
      <p>
        {booked === 0 ? (
          <Trans>Nobody has booked.</Trans>
        ) : (
          <Plural
            value={booked}
            one={`# booking is refunded in full, ${money}. The driver is told.`}
            other={`# bookings are refunded in full, ${money} in all. Their drivers are told.`}
          />
        )}{' '}
        <Trans>The event is sold no more. This can’t be undone.</Trans>
      </p>
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Cancelling the event`} />}
      <ButtonRow>
        <OnlineButton
          doing={t`Cancelling the event`}
          kind="danger"
          size="small"
          busy={isBusy}
          onClick={() => void run(() => cancelEvent(event.code))}
        >
          <Trans>Cancel the event</Trans>
        </OnlineButton>
        <Button kind="plain" size="small" onClick={onClose}>
          <Trans>Keep the event</Trans>
        </Button>
      </ButtonRow>
    </section>
  )
}

// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { planEvent } from '../../../actions/operator-events.online.ts'
import { loadOperatorPark } from '../../../actions/operator-parks.online.ts'
import type { ParkingEvent } from '../../../contract/events.ts'
import { rawTextOf } from '../../../parts/field-checks.ts'
import { OnlineButton } from '../../../parts/online-button.tsx'
import parts from '../../../parts/parts.module.css'
import { useSubmit } from '../../../parts/use-submit.ts'
import { Segmented } from '../../../ui/segmented.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import page from '../operator.module.css'
import type { OwnPark } from '../park-choice.tsx'
import { AccessCodeField, EventFactFields, EventParkFields, problemOf } from './event-fields.tsx'
import { checkEvent, type EventProblems, type EventTime, readEvent } from './read-event-form.ts'

export interface PlannedNow {
  readonly event: ParkingEvent
  /** As typed; null for a public event. */
  readonly accessCode: string | null
}

interface PlanFormProps {
  readonly parks: readonly OwnPark[]
  readonly onPlanned: (planned: PlannedNow) => void
}

/** A new event: where, when, which car parks hold how many spaces at what price, and who can see it. */
export function PlanForm({ parks, onPlanned }: PlanFormProps) {
  const { t } = useLingui()
  const [codes, setCodes] = useState<readonly string[]>(parks.slice(0, 1).map(({ code }) => code))
  const [who, setWho] = useState<'all' | 'code'>('all')
  const isPrivate = who === 'code'
  const { problems, failure, isBusy, onSubmit } = useSubmit({
    check: (form): EventProblems => checkEvent(form, { codes, isPrivate }),
    send: async (form) => {
      // Times are in the car parks' time zone.
      const park = await loadOperatorPark(codes[0] ?? '')
      if (!park.ok) return park
      return planEvent(readEvent(form, { codes, isPrivate, zone: park.value.timezone }))
    },
    onDone: (event, form) => onPlanned({ event, accessCode: isPrivate ? rawTextOf(form, 'access_code').trim() : null }),
  })
  return (
    <form className={`${page.card} ${parts.form}`} onSubmit={onSubmit} noValidate aria-label={t`New event`}>
      <h2>
        <Trans>New event</Trans>
      </h2>
      <EventFactFields problems={problems} />
      <TextField
        label={t`Position of the venue (optional)`}
        name="position"
        autoComplete="off"
        dir="ltr"
        maxLength={500}
        hint={<Trans>Paste it from a map. Drivers then see how far the walk is.</Trans>}
        error={problemOf(problems, 'position')}
      />
      <TimeFields problems={problems} />
      <EventParkFields parks={parks} chosen={codes} onChange={setCodes} problems={problems} />
      <p className={page.muted}>
        <Trans>
          These spaces are sold for the event alone, at this one price from the start of parking to its end. Taxes and
          fees are added as usual.
        </Trans>
      </p>
      <Segmented
        legend={<Trans>Who sees it</Trans>}
        value={who}
        options={[
          { value: 'all', label: <Trans>Everybody</Trans> },
          { value: 'code', label: <Trans>With a code</Trans> },
        ]}
        onChange={setWho}
      />
      {isPrivate && <AccessCodeField problems={problems} />}
      {failure !== null && <ConsoleFailure failure={failure} doing={t`Planning the event`} hasInput />}
      <OnlineButton doing={t`Planning the event`} type="submit" wide busy={isBusy} busyLabel={<Trans>Sending…</Trans>}>
        <Trans>Plan the event</Trans>
      </OnlineButton>
    </form>
  )
}

function TimeFields({ problems }: { readonly problems: EventProblems }) {
  const { t } = useLingui()
  const field = (name: EventTime, label: string) => (
    <TextField label={label} name={name} type="datetime-local" error={problemOf(problems, name)} />
  )
  return (
    <>
      <p className={page.muted}>
        <Trans>Times are local to the car park.</Trans>
      </p>
      <div className={page.pair}>
        {field('starts_at', t`Event begins`)}
        {field('ends_at', t`Event ends`)}
      </div>
      <div className={page.pair}>
        {field('parking_from', t`Parking from`)}
        {field('parking_until', t`Parking until`)}
      </div>
    </>
  )
}

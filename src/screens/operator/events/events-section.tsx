// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { loadOperatorEvents } from '../../../actions/operator-events.online.ts'
import { useLoaded } from '../../../parts/use-loaded.ts'
import { CircleCheckIcon } from '../../../ui/icons-state.tsx'
import { Note } from '../../../ui/note.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { ConsoleFailure } from '../console-failure.tsx'
import page from '../operator.module.css'
import { Pager } from '../pager.tsx'
import type { SectionProps } from '../sections.tsx'
import { AccessCodeNote } from './access-code-note.tsx'
import { EventCard } from './event-card.tsx'
import { type PlannedNow, PlanForm } from './plan-form.tsx'

/** Events at the operator's own car parks: those that are not over, and a new one. */
export function EventsSection({ operator }: SectionProps) {
  const { t } = useLingui()
  const [number, setNumber] = useState(1)
  const [planned, setPlanned] = useState<PlannedNow | null>(null)
  const { value: list, failure, reload } = useLoaded(loadOperatorEvents, number)
  const parks = operator.parks ?? []
  if (parks.length === 0) {
    return (
      <p>
        <Trans>No car park belongs to your organisation yet.</Trans>
      </p>
    )
  }
  return (
    <div className={page.columns}>
      <section className={page.stack} aria-label={t`Events`}>
        {failure !== null && <ConsoleFailure failure={failure} doing={t`Showing events`} />}
        {list === null && failure === null && <Skeleton size="card" width="full" />}
        {list?.items.length === 0 && (
          <p className={page.card}>
            <Trans>No event is planned at your car parks.</Trans>
          </p>
        )}
        {list?.items.map((event) => (
          <EventCard key={event.code} event={event} parks={parks} onChanged={reload} />
        ))}
        <Pager number={number} pages={list?.pages ?? 1} onChange={setNumber} />
      </section>
      <div className={page.stack}>
        {planned !== null && <PlannedNote planned={planned} />}
        <PlanForm
          key={planned?.event.code ?? ''}
          parks={parks}
          onPlanned={(now) => {
            setPlanned(now)
            reload()
          }}
        />
      </div>
    </div>
  )
}

function PlannedNote({ planned: { event, accessCode } }: { readonly planned: PlannedNow }) {
  if (accessCode !== null) return <AccessCodeNote accessCode={accessCode} />
  const { name } = event
  return (
    <Note icon={<CircleCheckIcon size={24} />} title={<Trans>Event planned</Trans>} role="status">
      <p>
        <Trans>
          Drivers see <bdi>{name}</bdi> and can book it now.
        </Trans>
      </p>
    </Note>
  )
}

// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { loadOperatorEvents } from '../../../actions/operator-events.online.ts'
import { AddedNote, OfferPage } from '../offer-page.tsx'
import type { SectionProps } from '../sections.tsx'
import { AccessCodeNote } from './access-code-note.tsx'
import { EventCard } from './event-card.tsx'
import { type PlannedNow, PlanForm } from './plan-form.tsx'

/** Running and upcoming events at the operator's own car parks, and the form for a new one. */
export function EventsSection({ operator }: SectionProps) {
  const { t } = useLingui()
  return (
    <OfferPage
      operator={operator}
      load={loadOperatorEvents}
      keyOf={({ code }) => code}
      label={t`Events`}
      doing={t`Showing events`}
      empty={<Trans>No event is planned at your car parks.</Trans>}
      renderCard={(event, onChanged) => <EventCard event={event} parks={operator.parks ?? []} onChanged={onChanged} />}
      renderForm={(parks, onAdded) => <PlanForm parks={parks} onPlanned={onAdded} />}
      renderAdded={(planned: PlannedNow) => <PlannedNote planned={planned} />}
    />
  )
}

function PlannedNote({ planned: { event, accessCode } }: { readonly planned: PlannedNow }) {
  if (accessCode !== null) return <AccessCodeNote accessCode={accessCode} />
  const { name } = event
  return (
    <AddedNote title={<Trans>Event planned</Trans>}>
      <Trans>
        Drivers see <bdi>{name}</bdi> and can book it now.
      </Trans>
    </AddedNote>
  )
}

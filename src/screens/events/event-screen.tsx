// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { Link, useNavigate, useParams } from 'react-router-dom'
import { loadEvent } from '../../actions/events.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { routes } from '../../config/routes.ts'
import type { EventDetail } from '../../contract/events.ts'
import { placeOf } from '../../parts/event-when.ts'
import { NotKept } from '../../parts/not-kept.tsx'
import { RefreshFailure } from '../../parts/refresh-failure.tsx'
import { SavedNote } from '../../parts/saved-note.tsx'
import { useRefresh } from '../../parts/use-refresh.ts'
import { useShare } from '../../parts/use-share.ts'
import { useEvent } from '../../queries/use-events.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { CalendarIcon, ChevronStartIcon, ShareIcon } from '../../ui/icons-action.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { EventFacts } from './event-facts.tsx'
import { EventParks } from './event-parks.tsx'
import styles from './events.module.css'
import { MyEventParking } from './my-event-parking.tsx'

/** /event/{code}: when and where, the driver's own bookings, and the car parks that hold spaces for it. */
export default function EventScreen() {
  const { t } = useLingui()
  const { eventCode = '' } = useParams()
  const saved = useEvent(eventCode)
  const { failure, retry } = useRefresh(loadEvent, eventCode)
  const event = saved.status === 'ready' ? (saved.value?.detail ?? null) : null
  const isUnknown = failure?.kind === 'refused' && failure.code === 'event_not_found'
  return (
    <div className={styles.page}>
      <PageHead
        back={<BackButton />}
        title={event === null ? <Trans>Event</Trans> : event.name}
        detail={event === null ? undefined : placeOf(event)}
        end={event !== null && !event.is_private && <ShareButton event={event} />}
      />
      {event !== null && saved.status === 'ready' && (
        <>
          <div className={styles.pad}>
            <SavedNote savedAt={saved.savedAt} fresh={saved.fresh} />
            <RefreshFailure failure={failure} doing={t`Updating the event`} />
            <EventFacts event={event} />
            <MyEventParking code={event.code} />
          </div>
          <EventParks event={event} />
        </>
      )}
      {event === null && failure === null && <EventSkeleton />}
      {event === null && isUnknown && <UnknownEvent />}
      {event === null && failure !== null && !isUnknown && (
        <div className={styles.pad}>
          <NotKept failure={failure} doing={t`Opening this page`} onRetry={retry} />
        </div>
      )}
    </div>
  )
}

/** A page opened from a link has no history to go back to. */
function BackButton() {
  const { t } = useLingui()
  const navigate = useNavigate()
  const goBack = () => void (window.history.length > 1 ? navigate(-1) : navigate(routes.events.href()))
  return <IconButton label={t`Back`} icon={<ChevronStartIcon />} onClick={goBack} />
}

/** Not offered for a private event, whose URL alone does not open it. */
function ShareButton({ event }: { readonly event: EventDetail }) {
  const { t } = useLingui()
  const share = useShare()
  return (
    <IconButton
      label={share.isCopied ? t`Link copied` : t`Share`}
      icon={<ShareIcon />}
      onClick={() => void share.open({ title: event.name, path: moreRoutes.event.href(event.code) })}
    />
  )
}

function UnknownEvent() {
  return (
    <EmptyState
      icon={<CalendarIcon size={28} />}
      title={<Trans>This event doesn’t exist or is over.</Trans>}
      text={<Trans>A private event opens with its access code.</Trans>}
      action={
        <>
          <Link to={routes.events.href()} {...buttonLook()}>
            <Trans>All events</Trans>
          </Link>
          <Link to={moreRoutes.privateEvent.href()} {...buttonLook({ kind: 'plain' })}>
            <Trans>Open a private event</Trans>
          </Link>
        </>
      }
    />
  )
}

function EventSkeleton() {
  return (
    <div className={styles.pad} aria-busy="true">
      <Skeleton size="large" />
      <Skeleton size="card" width="full" />
      <Skeleton size="card" width="full" />
    </div>
  )
}

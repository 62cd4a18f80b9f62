// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { Link, useParams, useSearchParams } from 'react-router-dom'
import { loadEvent } from '../../actions/events.online.ts'
import { loadPark } from '../../actions/parks.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { PARAM } from '../../config/routes.ts'
import type { EventDetail } from '../../contract/events.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useNow } from '../../parts/use-now.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import { type KeptEvent, useEvent } from '../../queries/use-events.ts'
import { usePark } from '../../queries/use-park.ts'
import { iconButtonLook } from '../../ui/button-look.ts'
import { ChevronStartIcon } from '../../ui/icons-action.tsx'
import { OctagonCrossIcon } from '../../ui/icons-state.tsx'
import { Note } from '../../ui/note.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { CheckoutForm } from './checkout-form.tsx'
import { CheckoutSkeleton, NotLoaded, useIsFormReady } from './checkout-page.tsx'
import styles from './checkout.module.css'
import type { EventStay } from '../../parts/event-stay.ts'
import { useIsGuest } from './use-is-guest.ts'

const toStay = ({ detail, grant }: KeptEvent): EventStay => ({
  code: detail.code,
  grant,
  from: mustInstant(detail.parking_from),
  until: mustInstant(detail.parking_until),
})

/** /booking/event/{code}?park={code}: checkout for an event, whose times the driver cannot change. */
export default function EventCheckoutScreen() {
  const { t } = useLingui()
  const { eventCode = '' } = useParams()
  const [params] = useSearchParams()
  const parkCode = params.get(PARAM.park) ?? ''
  const event = useEvent(eventCode)
  const park = usePark(parkCode)
  const isReady = useIsFormReady()
  const isGuest = useIsGuest()
  const ofEvent = useRefresh(loadEvent, eventCode)
  const ofPark = useRefresh(loadPark, parkCode)

  const kept = event.status === 'ready' ? event.value : null
  const saved = park.status === 'ready' ? park.value : null
  // The failure of whichever is missing.
  const failed = kept === null ? ofEvent : ofPark
  const isComplete = kept !== null && saved !== null && isReady
  return (
    <div className={styles.page}>
      <PageHead
        back={
          <Link to={moreRoutes.event.href(eventCode)} {...iconButtonLook()} aria-label={t`Back`}>
            <ChevronStartIcon />
          </Link>
        }
        title={saved === null ? <Trans>Checkout</Trans> : saved.name}
        detail={kept?.detail.name}
      />
      {isComplete && park.status === 'ready' && (
        <UnlessRefused event={kept.detail}>
          <CheckoutForm park={saved} priceSavedAt={park.savedAt} isGuest={isGuest} event={toStay(kept)} showsTime />
        </UnlessRefused>
      )}
      {!isComplete && failed.failure === null && <CheckoutSkeleton />}
      {(kept === null || saved === null) && failed.failure !== null && (
        <NotLoaded failure={failed.failure} onRetry={failed.retry} />
      )}
    </div>
  )
}

/** Shows in place of the form what the provider would refuse, before anything is entered. */
function UnlessRefused({ event, children }: { readonly event: EventDetail; readonly children: ReactNode }): ReactNode {
  const now = useNow()
  const isOver = mustInstant(event.parking_until) <= now
  if (event.status !== 'cancelled' && !isOver) return children
  return (
    <div className={styles.pad}>
      <Note
        tone="bad"
        icon={<OctagonCrossIcon size={24} />}
        title={
          isOver ? (
            <Trans>This event is over</Trans>
          ) : (
            <Trans>This event was cancelled, so its parking can’t be booked.</Trans>
          )
        }
      />
    </div>
  )
}

// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { loadPark } from '../../actions/parks.online.ts'
import { moreRoutes } from '../../config/more-routes.ts'
import { type BookingChange, routes } from '../../config/routes.ts'
import { mayChange } from '../../parts/may-change.ts'
import { useLeavingNow } from '../../parts/use-leaving-now.ts'
import { useNow } from '../../parts/use-now.ts'
import { DirectionsRow } from '../../parts/directions-row.tsx'
import { ParkedRow } from '../../parts/parked-row.tsx'
import { ReminderStates } from '../../parts/reminder-states.tsx'
import type { BookingView } from '../../queries/query.ts'
import { useConnection } from '../../queries/use-connection.ts'
import { usePark } from '../../queries/use-park.ts'
import { useRunningBooking } from '../../queries/use-running-booking.ts'
import { CloseIcon, DownloadIcon, PencilIcon, ShareIcon } from '../../ui/icons-action.tsx'
import { ReceiptIcon, TicketIcon } from '../../ui/icons-place.tsx'
import { ClockIcon } from '../../ui/icons-state.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { NoSpaceRow } from './no-space-row.tsx'
import styles from './pass.module.css'
import { useShareImage } from '../../parts/pass/use-share-image.ts'

const OverstayCard = lazyPart(() => import('../../parts/overstay-card.tsx'))

/** Loads the tariff of a stay booked on another phone, so that the price of leaving late is known offline. */
function useTariff(slug: string): void {
  const park = usePark(slug)
  const isMissing = park.status === 'ready' && park.value === null
  useEffect(() => {
    if (isMissing) void loadPark(slug)
  }, [slug, isMissing])
}

export interface PassMoreProps {
  readonly booking: BookingView
  readonly text: string
  /** Consecutive bookings of one stay, in order of time. */
  readonly parts: readonly BookingView[]
}

/** Below the part for the attendant: reminders, the pass as an image and on paper, and all changes to the booking. */
export function PassMore({ booking, text, parts }: PassMoreProps) {
  const { t } = useLingui()
  const now = useNow()
  const may = mayChange(booking, now)
  const share = useShareImage()
  useTariff(booking.park.slug)
  const [first = booking, ...others] = parts
  const { booking_code: code, park } = booking
  const running = useRunningBooking()
  const current = running.status === 'ready' && running.value !== null ? running.value : undefined
  // An unpaid overstay of the car's earlier booking is due at the exit, whichever pass is shown.
  const over = current?.booking_code === code ? current.over : undefined
  const back = useLeavingNow(booking)
  const isOffline = useConnection().state === 'offline'
  const change = (kind: BookingChange, icon: ReactNode, title: string) => (
    <li>
      <Link to={routes.booking.href(code, kind)} {...listRowLook()}>
        <ListRowFace
          icon={icon}
          title={title}
          detail={(kind === 'plate' || kind === 'shorten') && isOffline ? t`Needs a connection` : undefined}
        />
      </Link>
    </li>
  )
  return (
    <div className={styles.more} data-screen-only>
      {over !== undefined && <OverstayCard booking={over} />}
      {first.monthly === undefined && (
        <>
          <h2>
            <Trans>Reminders</Trans>
          </h2>
          <ReminderStates stay={[first, ...others]} />
        </>
      )}
      <h2>
        <Trans>More</Trans>
      </h2>
      <RowList form="card" label={t`More`}>
        <li>
          <button type="button" {...listRowLook()} onClick={() => void share(booking, text)}>
            <ListRowFace icon={<ShareIcon />} title={t`Share as an image`} />
          </button>
        </li>
        <li>
          <button type="button" {...listRowLook()} onClick={() => window.print()}>
            <ListRowFace icon={<DownloadIcon />} title={t`Print or save as PDF`} />
          </button>
        </li>
        {park.lat !== null && park.lng !== null && (
          <li>
            <DirectionsRow at={{ lat: park.lat, lng: park.lng }} size="normal" />
          </li>
        )}
        <ParkedRow booking={booking} />
        <NoSpaceRow booking={booking} />
        {back !== null &&
          booking.booking_code === parts.at(-1)?.booking_code &&
          change('shorten', <ClockIcon />, t`Leave now: ${back} back`)}
        {may.plate && change('plate', <PencilIcon />, t`Change plate`)}
        {may.cancel && !may.isInside && change('cancel', <CloseIcon />, t`Cancel this booking`)}
        <li>
          <Link to={routes.booking.href(code)} {...listRowLook()}>
            <ListRowFace icon={<TicketIcon />} title={t`About this booking`} />
          </Link>
        </li>
        <li>
          <Link to={moreRoutes.proof.href(code)} {...listRowLook()}>
            <ListRowFace icon={<ReceiptIcon />} title={t`Proof of payment`} />
          </Link>
        </li>
      </RowList>
    </div>
  )
}

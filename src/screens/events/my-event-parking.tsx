// Rarely rendered; memoisation would double this file.
'use no memo'
import { useLingui } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { bookingPhase } from '../../domain/booking.ts'
import { useFormat } from '../../i18n/format.ts'
import EventChoice from '../../parts/event-choice.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { BookingView } from '../../queries/query.ts'
import { useBookings } from '../../queries/use-bookings.ts'
import { TicketIcon } from '../../ui/icons-place.tsx'
import { ListRowFace, listRowLook, RowList } from '../../ui/list-row.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** The driver's bookings for this event, with the choice where one is open. */
export function MyEventParking({ code }: { readonly code: string }) {
  const { t } = useLingui()
  const now = useNow()
  const bookings = useBookings()
  const mine = bookings.status === 'ready' ? bookings.value.filter(({ event }) => event?.code === code) : []
  const current = mine.filter((booking) => !['cancelled', 'ended'].includes(bookingPhase(booking, now)))
  return (
    <>
      {mine.map((booking) => (
        <EventChoice key={booking.booking_id} booking={booking} />
      ))}
      {current.length > 0 && (
        <RowList form="card" label={t`Your parking`}>
          {current.map((booking) => (
            <li key={booking.booking_id}>
              <MyBooking booking={booking} />
            </li>
          ))}
        </RowList>
      )}
    </>
  )
}

function MyBooking({ booking }: { readonly booking: BookingView }) {
  const { t } = useLingui()
  const format = useFormat()
  return (
    <Link to={routes.booking.href(booking.booking_code)} {...listRowLook('fact')}>
      <ListRowFace
        icon={<TicketIcon />}
        title={t`Your parking: ${booking.park.name}`}
        detail={
          <>
            {booking.plate} {booking.pending && <StatusBadge status="waiting" />}
          </>
        }
        end={format.money({ amountMinor: booking.total, currency: booking.currency })}
      />
    </Link>
  )
}

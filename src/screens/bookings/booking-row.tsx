import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { bookingPhase } from '../../domain/booking.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { usePassDays } from '../../parts/monthly-when.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { BookingView } from '../../queries/query.ts'
import { TicketIcon } from '../../ui/icons-place.tsx'
import { ListRowFace, listRowLook } from '../../ui/list-row.tsx'
import { StatusBadge } from '../../ui/status-badge.tsx'

/** Car park, time, plate and price, and the time left while the stay runs. */
export function BookingRow({ booking }: { readonly booking: BookingView }) {
  const format = useFormat()
  const now = useNow()
  const zone = booking.park.timezone
  const phase = bookingPhase(booking, now)
  const days = usePassDays()
  const { monthly } = booking
  const when =
    monthly === undefined
      ? format.stay(mustInstant(booking.start_time), mustInstant(booking.end_time), { zone, now })
      : days(monthly)
  return (
    <Link to={routes.booking.href(booking.booking_code)} {...listRowLook('place')}>
      <ListRowFace
        icon={<TicketIcon />}
        title={booking.park.name}
        detail={
          <>
            {booking.event !== undefined && (
              <>
                {booking.event.name}
                <br />
              </>
            )}
            {monthly !== undefined && (
              <>
                {monthly.names[format.language]}
                <br />
              </>
            )}
            {when}, {booking.plate} {booking.pending && <StatusBadge status="waiting" />}
          </>
        }
        end={format.money({ amountMinor: booking.total, currency: booking.currency })}
        endDetail={
          phase === 'cancelled' ? <CancelledText reason={booking.cancel_reason} /> : <TimeLeft booking={booking} />
        }
      />
    </Link>
  )
}

function CancelledText({ reason }: { readonly reason: BookingView['cancel_reason'] }) {
  if (reason === 'event_cancelled') return <Trans>Event cancelled</Trans>
  if (reason === 'park_closed') return <Trans>Car park closed</Trans>
  if (reason === 'event_postponed') return <Trans>Event postponed</Trans>
  return <Trans>Cancelled</Trans>
}

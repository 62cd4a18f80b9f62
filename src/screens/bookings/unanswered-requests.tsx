import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { UnansweredNote } from '../../parts/unanswered-note.tsx'
import { type BookingRequest, type Unconfirmed, useUnconfirmedBookings } from '../../queries/use-unconfirmed.ts'
import styles from './bookings.module.css'

const parkNameOf = ({ request, booking }: Unconfirmed<BookingRequest>): string | undefined =>
  request.command.kind === 'booking.create' ? request.command.parkName : booking?.park.name

/** Unconfirmed requests about bookings. */
export function UnansweredRequests() {
  const unconfirmed = useUnconfirmedBookings()
  const navigate = useNavigate()
  if (unconfirmed.status !== 'ready') return null
  return unconfirmed.value.map((one) => (
    <div key={one.request.id} className={styles.pad}>
      <UnansweredNote
        request={one.request}
        title={parkNameOf(one) ?? <Trans>Your request</Trans>}
        onAnswer={(answer) => {
          if (answer.kind === 'booking') void navigate(routes.booking.href(answer.booking.booking_code))
        }}
      />
    </div>
  ))
}

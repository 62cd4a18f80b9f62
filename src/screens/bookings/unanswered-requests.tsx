import { Trans } from '@lingui/react/macro'
import { useNavigate } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { UnansweredNote } from '../../parts/unanswered-note.tsx'
import { usePendingIntents } from '../../queries/use-pending-intents.ts'
import styles from './bookings.module.css'

/** Requests about bookings that were sent and whose answer was lost. */
export function UnansweredRequests() {
  const intents = usePendingIntents()
  const navigate = useNavigate()
  if (intents.status !== 'ready') return null
  const unknown = intents.value.filter((intent) => intent.state === 'unknown' && !intent.kind.startsWith('vehicle-'))
  return unknown.map((intent) => (
    <div key={intent.id} className={styles.pad}>
      <UnansweredNote
        intent={intent}
        title={intent.parkName ?? intent.bookingCode ?? <Trans>Your request</Trans>}
        onBooking={({ booking_code }) => void navigate(routes.booking.href(booking_code))}
      />
    </div>
  ))
}

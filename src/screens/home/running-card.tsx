import { Trans } from '@lingui/react/macro'
import { Link } from 'react-router-dom'
import { routes } from '../../config/routes.ts'
import { canExtend, graceEndOf, phaseEndsAt } from '../../domain/booking.ts'
import { MINUTE_MS, mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { MonthlyWhen, type PassBooking } from '../../parts/monthly-when.tsx'
import { useLeavingNow } from '../../parts/use-leaving-now.ts'
import { useNow } from '../../parts/use-now.ts'
import type { BookingView } from '../../queries/query.ts'
import { useRunningBooking } from '../../queries/use-running-booking.ts'
import { buttonLook } from '../../ui/button-look.ts'
import { PlusIcon } from '../../ui/icons-action.tsx'
import { QrIcon } from '../../ui/icons-place.tsx'
import { RunningBooking } from '../../ui/running-booking.tsx'
import { Waiting } from '../../ui/waiting.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import styles from './home.module.css'

const OverstayCard = lazyPart(() => import('../../parts/overstay-card.tsx'))

/** From this long before the end, Extend is shown beside the pass. */
const ENDING_SOON_MS = 10 * MINUTE_MS

/** The running booking: its end, the time left, and one tap to its pass. */
export default function RunningCard() {
  const running = useRunningBooking()
  const format = useFormat()
  const now = useNow(1000)
  if (running.status === 'loading') return <Waiting />
  if (running.value === null) return null
  const booking = running.value
  const zone = booking.park.timezone
  const start = mustInstant(booking.start_time)
  const end = mustInstant(booking.end_time)
  const until = format.savedAt(end, { zone, now })
  // Rounded up, so that the last minute does not read 0.
  const left = format.duration(Math.ceil((end - now) / MINUTE_MS) * MINUTE_MS)
  const starts = format.savedAt(start, { zone, now })
  if (now >= graceEndOf(booking)) {
    return (
      <div className={styles.running}>
        <OverstayCard booking={booking} />
      </div>
    )
  }
  if (booking.monthly !== undefined) return <MonthlyCard booking={{ ...booking, monthly: booking.monthly }} />
  const isBefore = now < start
  const isGrace = now >= end
  const isSoon = !isBefore && end - now <= ENDING_SOON_MS
  return (
    <div className={styles.running} data-still-until={phaseEndsAt(booking, now) ?? undefined}>
      {booking.over !== undefined && <OverstayCard booking={booking.over} />}
      <RunningBooking
        form="large"
        tone={isGrace ? 'grace' : 'run'}
        above={
          isBefore ? (
            <Trans>
              Booked from {starts} until {until}
            </Trans>
          ) : (
            <Trans>Parked until {until}</Trans>
          )
        }
        left={
          <span data-now>
            <TimeLeft left={left} phase={isBefore ? 'before' : isGrace ? 'grace' : 'running'} starts={starts} />
          </span>
        }
        place={
          <>
            {booking.park.name}
            {booking.last !== undefined && <LeaveEarly booking={booking.last} />}
          </>
        }
        action={
          <>
            {isSoon && canExtend(booking, now).ok && (
              <Link to={routes.booking.href(booking.booking_code, 'extend')} {...buttonLook({ kind: 'run' })}>
                <PlusIcon />
                <span>
                  <Trans>Extend</Trans>
                </span>
              </Link>
            )}
            <PassLink code={booking.booking_code} />
          </>
        }
      />
    </div>
  )
}

/** A monthly pass does not end today, so there is no countdown. */
function MonthlyCard({ booking }: { readonly booking: PassBooking & Pick<BookingView, 'booking_code'> }) {
  const format = useFormat()
  return (
    <div className={styles.running}>
      <RunningBooking
        form="large"
        tone="run"
        above={booking.monthly.names[format.language]}
        left={
          <span data-now>
            <MonthlyWhen booking={booking} />
          </span>
        }
        place={booking.park.name}
        action={<PassLink code={booking.booking_code} />}
      />
    </div>
  )
}

const PassLink = ({ code }: { readonly code: string }) => (
  <Link to={routes.pass.href(code)} {...buttonLook({ kind: 'run' })}>
    <QrIcon />
    <span>
      <Trans>Pass</Trans>
    </span>
  </Link>
)

function LeaveEarly({ booking }: { readonly booking: BookingView }) {
  const back = useLeavingNow(booking)
  if (back === null) return null
  return (
    <>
      <br />
      <Link className={styles.leave} to={routes.booking.href(booking.booking_code, 'shorten')}>
        <Trans>Leave now: {back} back</Trans>
      </Link>
    </>
  )
}

interface TimeLeftProps {
  readonly left: string
  readonly starts: string
  readonly phase: 'before' | 'running' | 'grace'
}

function TimeLeft({ left, starts, phase }: TimeLeftProps) {
  if (phase === 'before') return <Trans>Starts {starts}</Trans>
  if (phase === 'grace') return <Trans>Time’s up: leave now</Trans>
  return <Trans>{left} left</Trans>
}

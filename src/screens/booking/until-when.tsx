// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { BookingPhase } from '../../domain/booking.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import { ZoneNote } from '../../parts/stay-fields.tsx'
import { useLocalDay, usePassDays, usePassHours } from '../../parts/monthly-when.tsx'
import { TimeLeft } from '../../parts/time-left.tsx'
import { useNow } from '../../parts/use-now.ts'
import type { BookingView } from '../../queries/query.ts'
import { StatusBadge } from '../../ui/status-badge.tsx'
import styles from './booking.module.css'

/** The end time in large type, the time left of the total, and whether a change is waiting. */
export function UntilWhen({ booking, phase }: { readonly booking: BookingView; readonly phase: BookingPhase }) {
  const format = useFormat()
  const now = useNow()
  const zone = booking.park.timezone
  const start = mustInstant(booking.start_time)
  const end = mustInstant(booking.end_time)
  const isUpcoming = phase === 'upcoming'
  const isOver = phase === 'cancelled' || phase === 'ended'
  const length = format.duration(end - start)
  const { monthly } = booking
  const day = useLocalDay()
  const days = usePassDays()
  const hoursOf = usePassHours()
  return (
    <div>
      {booking.pending && booking.waiting.length === 0 && <StatusBadge status="waiting" />}
      <div className={styles.until}>
        <div>
          <p className={styles.small}>
            <Validity phase={phase} byDay={monthly !== undefined} />
          </p>
          <p className={styles.time} data-fit={9}>
            {monthly === undefined
              ? format.savedAt(isUpcoming ? start : end, { zone, now })
              : day(isUpcoming ? monthly.first_day : monthly.last_day)}
          </p>
        </div>
        <div className={styles.remaining}>
          <p className={styles.left} data-phase={phase} data-now>
            {(monthly === undefined || phase !== 'running') && <TimeLeft booking={booking} />}
          </p>
          <p className={styles.small}>
            {monthly !== undefined ? (
              days(monthly)
            ) : isUpcoming || isOver ? (
              format.stay(start, end, { zone, now })
            ) : (
              <Trans>
                of {length}, since {format.dayTime(start, { zone, now, inSentence: true })}
              </Trans>
            )}
          </p>
        </div>
      </div>
      {monthly !== undefined && (
        <p>
          {monthly.names[format.language]}, {hoursOf(monthly.hours, zone, { inSentence: true })}
        </p>
      )}
      {phase === 'running' && monthly === undefined && (
        <progress className={styles.bar} max={end - start} value={now - start} aria-label={length} data-now />
      )}
      <ZoneNote zone={zone} at={start} />
    </div>
  )
}

function Validity({ phase, byDay }: { readonly phase: BookingPhase; readonly byDay: boolean }) {
  if (byDay && phase !== 'cancelled') return phase === 'upcoming' ? <Trans>First day</Trans> : <Trans>Last day</Trans>
  switch (phase) {
    case 'upcoming':
      return <Trans>Your pass is valid from</Trans>
    case 'running':
    case 'grace':
      return <Trans>Your pass is valid until</Trans>
    case 'ended':
      return <Trans>Your pass was valid until</Trans>
    case 'cancelled':
      return <Trans>No pass: this booking was until</Trans>
    default:
      return unreachable(phase)
  }
}

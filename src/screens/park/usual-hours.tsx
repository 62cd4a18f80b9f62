// Rarely rendered; memoisation would double this file.
'use no memo'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { loadTypicalHours } from '../../actions/typical-hours.online.ts'
import type { Park } from '../../contract/parks.ts'
import { type TypicalDay, typicalDayOf, type UsualLoad } from '../../domain/typical-hours.ts'
import { useFormat } from '../../i18n/format.ts'
import { unreachable } from '../../lib/assert.ts'
import { useRefresh } from '../../parts/use-refresh.ts'
import type { ChosenStay } from '../../parts/use-stay.ts'
import { useTypicalHours } from '../../queries/use-typical-hours.ts'
import { ChartTable } from '../../ui/chart-table.tsx'
import styles from './park.module.css'

/** Height of the tallest bar, pixels. */
const TALLEST = 56
/** Minimum full scale, percent of the spaces, so that a quiet week does not look like a full one. */
const MIN_SCALE = 10
const LABEL_EVERY = 3

export interface UsualHoursProps {
  readonly park: Park
  readonly stay: Pick<ChosenStay, 'from' | 'until'>
}

/** How full the car park usually is on the stay's weekday, from bookings; renders nothing when there are too few. */
export default function UsualHours({ park, stay }: UsualHoursProps) {
  useRefresh(loadTypicalHours, park.id)
  const typical = useTypicalHours(park.id)
  const known = typical.status === 'ready' ? typical.value : null
  if (known === null || known.hours === null) return null
  const day = typicalDayOf(known.hours, { from: stay.from, until: stay.until, zone: park.timezone })
  if (day === null) return null
  // With an invented sandbox capacity, the load is not rated.
  const load = park.demo_fields.includes('capacity') ? null : day.load
  return <UsualDay day={day} load={load} weeks={known.weeks} />
}

function UsualDay({
  day: { weekday, hours },
  load,
  weeks,
}: {
  readonly day: TypicalDay
  readonly load: UsualLoad | null
  readonly weeks: number
}) {
  const { t } = useLingui()
  const format = useFormat()
  const dayName = format.weekday(weekday)
  const highest = Math.max(MIN_SCALE, ...hours.map(({ share }) => share ?? 0))
  const rows = hours.map(({ hour, share, isOfStay }) => {
    const label = format.minuteOfDay(hour * 60)
    return {
      key: String(hour),
      label: isOfStay ? t`${label}, your stay` : label,
      full: share === null ? t`Too few bookings` : t`${share}% of spaces`,
    }
  })
  return (
    <section>
      <div className={styles.usual}>
        <h2>
          <Trans>Usually on a {dayName}</Trans>
        </h2>
        {load !== null && (
          <p>
            <span className={styles.swatch} /> <Trans>your stay:</Trans>{' '}
            <b data-load={load}>
              <LoadText load={load} />
            </b>
          </p>
        )}
      </div>
      <figure>
        <div className={styles.bars} aria-hidden="true">
          {hours.map(({ hour, share, isOfStay }) => (
            <Bar key={hour} height={((share ?? 0) / highest) * TALLEST} isOfStay={isOfStay} />
          ))}
        </div>
        <div className={styles.hours} aria-hidden="true">
          {hours.map(({ hour }) => (
            <span key={hour}>{hour % LABEL_EVERY === 0 && String(hour).padStart(2, '0')}</span>
          ))}
        </div>
        <ChartTable
          caption={t`How full this car park usually is on a ${dayName}`}
          labelHeading={t`Hour`}
          valueHeading={t`Booked`}
          rows={rows}
        />
      </figure>
      <p className={styles.small}>
        <Plural
          value={weeks}
          one="Spaces booked with Baywise, average of # week."
          other="Spaces booked with Baywise, average of # weeks."
        />
      </p>
    </section>
  )
}

function Bar({ height, isOfStay }: { readonly height: number; readonly isOfStay: boolean }) {
  const shown = Math.max(2, Math.round(height))
  return (
    <svg width="100%" height={shown} data-own={isOfStay || undefined}>
      {/* Taller than its frame, so that only the upper corners are rounded. */}
      <rect width="100%" height={shown + 4} rx="3" fill="currentColor" />
    </svg>
  )
}

function LoadText({ load }: { readonly load: UsualLoad }) {
  switch (load) {
    case 'easy':
      return <Trans>usually easy</Trans>
    case 'busy':
      return <Trans>usually busy</Trans>
    case 'full':
      return <Trans>often full</Trans>
    default:
      return unreachable(load)
  }
}

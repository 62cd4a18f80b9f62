// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans, useLingui } from '@lingui/react/macro'
import type { OperatorDay } from '../../contract/operator-day.ts'
import { HOUR_MS, mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { ChartTable } from '../../ui/chart-table.tsx'
import styles from './day.module.css'

const WIDTH = 10
const GAP = 3
const HEIGHT = 100
/** Space above the capacity line. */
const HEAD = 8

/** Occupied spaces by hour: counted, current and expected; screen readers get the same data as a table. */
export function HourChart({ day }: { readonly day: OperatorDay }) {
  const { t } = useLingui()
  const format = useFormat()
  const { hours, park } = day
  const now = mustInstant(day.at)
  const highest = Math.max(1, park.capacity ?? 0, ...hours.map(({ taken }) => taken))
  const tall = (value: number): number => (value / highest) * (HEIGHT - HEAD)
  const width = hours.length * WIDTH
  const look = (at: number): string | undefined => {
    if (at + HOUR_MS <= now) return styles.counted
    return at <= now ? styles.now : styles.expected
  }
  const timeOf = (at: string): string => format.time(mustInstant(at), park.timezone)
  const named = hours.filter((_, index) => index % 6 === 0)
  return (
    <figure>
      {park.capacity !== null && (
        <p className={styles.capacity} aria-hidden="true">
          <Trans>{format.number(park.capacity)} spaces</Trans>
        </p>
      )}
      <svg
        className={styles.chart}
        viewBox={`0 0 ${String(width)} ${String(HEIGHT)}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {hours.map(({ at, taken }, index) => (
          <rect
            key={at}
            className={look(mustInstant(at))}
            x={index * WIDTH + GAP / 2}
            y={HEIGHT - tall(taken)}
            width={WIDTH - GAP}
            height={tall(taken)}
          />
        ))}
        {park.capacity !== null && (
          <line
            className={styles.limit}
            x1={0}
            x2={width}
            y1={HEIGHT - tall(park.capacity)}
            y2={HEIGHT - tall(park.capacity)}
          />
        )}
      </svg>
      <div className={styles.hours} aria-hidden="true">
        {named.map(({ at }) => (
          <span key={at}>{timeOf(at)}</span>
        ))}
        <span />
      </div>
      <ChartTable
        caption={t`Spaces taken by hour`}
        labelHeading={t`Hour`}
        valueHeading={t`Taken`}
        rows={hours.map(({ at, taken }) => ({ key: at, label: timeOf(at), full: format.number(taken) }))}
      />
    </figure>
  )
}

// Rarely rendered; memoisation would double this file.
'use no memo'
import { Trans } from '@lingui/react/macro'
import type { Park } from '../../contract/parks.ts'
import { mustInstant } from '../../domain/instant.ts'
import { useFormat } from '../../i18n/format.ts'
import { useNow } from '../../parts/use-now.ts'
import type { ChosenStay } from '../../parts/use-stay.ts'
import { TriangleIcon } from '../../ui/icons-state.tsx'
import { ListRow } from '../../ui/list-row.tsx'
import styles from './park.module.css'

type ParkStay = Pick<ChosenStay, 'from' | 'until'>
type Closure = NonNullable<Park['rate']['tariff']['closures']>[number]

const isOver = ({ to }: Closure, nowMs: number): boolean => to !== null && mustInstant(to) <= nowMs

/** Whether the stay and the closure overlap. */
const touches = (closure: Closure, stay: ParkStay): boolean =>
  mustInstant(closure.from) < stay.until && !isOver(closure, stay.from)

/** Returns the closure that overlaps the stay, else the current one, else the next one. */
export function findClosure({ rate }: Park, stay: ParkStay, nowMs: number): Closure | undefined {
  const ahead = (rate.tariff.closures ?? [])
    .filter((closure) => !isOver(closure, nowMs))
    .toSorted((one, other) => mustInstant(one.from) - mustInstant(other.from))
  return ahead.find((closure) => touches(closure, stay)) ?? ahead[0]
}

/**
 * Whether the free-space count is that of a closed car park: for the stay, or for now when only the current count is
 * known.
 */
export const isCountOfClosure = (
  closure: Closure | undefined,
  { stay, isForStay, nowMs }: { readonly stay: ParkStay; readonly isForStay: boolean; readonly nowMs: number },
): boolean => closure !== undefined && (touches(closure, stay) || (!isForStay && mustInstant(closure.from) <= nowMs))

/** Says that the operator has closed the car park, for how long and why, whichever stay is chosen. */
export function ClosureRow({ closure, zone }: { readonly closure: Closure; readonly zone: string }) {
  const { language } = useFormat()
  return (
    <ListRow
      size="fact"
      icon={
        <span className={styles.warn}>
          <TriangleIcon />
        </span>
      }
      title={
        <span className={styles.warn}>
          <ClosedText closure={closure} zone={zone} />
        </span>
      }
      detail={closure.reason[language]}
    />
  )
}

function ClosedText({ closure, zone }: { readonly closure: Closure; readonly zone: string }) {
  const now = useNow()
  const format = useFormat()
  const from = mustInstant(closure.from)
  const to = closure.to === null ? null : mustInstant(closure.to)
  if (from <= now)
    return to === null ? (
      <Trans>Closed until further notice</Trans>
    ) : (
      <Trans>Closed until {format.savedAt(to, { zone, now })}</Trans>
    )
  return to === null ? (
    <Trans>Closed from {format.savedAt(from, { zone, now })}</Trans>
  ) : (
    <Trans>Closed {format.stay(from, to, { zone, now, inSentence: true })}</Trans>
  )
}

import { toInstant, type Instant } from './instant.ts'
import type { DailyWindow, Tariff } from './tariff-types.ts'
import { occurrencesWithin } from './tariff-windows.ts'

export interface StayInZone {
  readonly from: Instant
  readonly to: Instant
  /** IANA zone of the park. */
  readonly zone: string
}

/** Returns the first moment of the stay outside all windows; undefined if the whole stay is covered. */
export function findUncovered(windows: readonly DailyWindow[], { from, to, zone }: StayInZone): Instant | undefined {
  const openings = windows
    .flatMap((window) => occurrencesWithin(window, { fromMs: from, toMs: to }, zone))
    .toSorted((a, b) => a.startMs - b.startMs)
  let coveredTo: number = from
  for (const { startMs, endMs } of openings) {
    if (startMs > coveredTo) break
    coveredTo = Math.max(coveredTo, endMs)
  }
  return coveredTo < to ? toInstant(coveredTo) : undefined
}

/**
 * Like `findUncovered`, for the tariff's windows and the operator's closures. A tariff read from a sign that says
 * "Mon-Fri 06:00-17:00" has no price at night because the park is closed then, so such a stay is refused, not free.
 */
export function findClosedTime(tariff: Tariff, stay: StayInZone): Instant | undefined {
  const closed = (tariff.closures ?? []).flatMap(({ fromMs, toMs }) =>
    fromMs < stay.to && (toMs ?? Infinity) > stay.from ? [Math.max(fromMs, stay.from)] : [],
  )
  const first = Math.min(findUncovered(tariff.windows, stay) ?? Infinity, ...closed)
  return first < stay.to ? toInstant(first) : undefined
}

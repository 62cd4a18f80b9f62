import { toInstant, type Instant } from './instant.ts'
import type { Tariff } from './tariff-types.ts'
import { occurrencesWithin } from './tariff-windows.ts'

export interface StayInZone {
  readonly from: Instant
  readonly to: Instant
  /** IANA zone of the park. */
  readonly zone: string
}

/**
 * The first moment of the stay that no window of the tariff covers, undefined where all of it is covered. A tariff read from a sign
 * that says "Mon-Fri 06:00-17:00" has no price at night because the park is closed then, so such a stay is refused, not free.
 */
export function findClosedTime(tariff: Tariff, { from, to, zone }: StayInZone): Instant | undefined {
  const openings = tariff.windows
    .flatMap((window) => occurrencesWithin(window, { fromMs: from, toMs: to }, zone))
    .toSorted((a, b) => a.startMs - b.startMs)
  let coveredTo: number = from
  for (const { startMs, endMs } of openings) {
    if (startMs > coveredTo) break
    coveredTo = Math.max(coveredTo, endMs)
  }
  return coveredTo < to ? toInstant(coveredTo) : undefined
}

import { DAY_MS, type Instant, MINUTE_MS, toInstant } from './instant.ts'
import { STAY_STEP_MS } from './next-step.ts'
import { MAX_STAY_MS } from './price-stay.ts'
import { endOfDay, type StartInZone } from './stay-choices.ts'
import { findClosedTime } from './tariff-hours.ts'
import type { Tariff } from './tariff-types.ts'

/** Range of the ruler; later ends are chosen by date. */
const RULER_MS = 7 * DAY_MS

/** Range of ends offered by the ruler. */
export interface StayBounds {
  readonly shortest: Instant
  /** Earlier than `shortest` when no stay can begin at that time. */
  readonly longest: Instant
}

const toStep = (lengthMs: number, round: (value: number) => number): number =>
  round(lengthMs / STAY_STEP_MS) * STAY_STEP_MS

/** Limits from the tariff's shortest and longest stay, its closing time, and one week. */
export function stayBounds({ from, zone }: StartInZone, tariff: Tariff): StayBounds {
  const shortestMs = Math.max(STAY_STEP_MS, toStep(tariff.minimumStayMinutes * MINUTE_MS, Math.ceil))
  const allowedMs = Math.min(RULER_MS, MAX_STAY_MS, (tariff.maximumStayMinutes ?? Infinity) * MINUTE_MS)
  const to = toInstant(from + allowedMs)
  const closedAt = findClosedTime(tariff, { from, to, zone }) ?? to
  return { shortest: toInstant(from + shortestMs), longest: toInstant(from + toStep(closedAt - from, Math.floor)) }
}

/**
 * Returns the end of the tariff's day, to which its daily maximum applies; earlier if the car park closes or its
 * longest stay ends before.
 */
export function tariffDayEnd(start: StartInZone, tariff: Tariff): Instant {
  const end = endOfDay(start, dayStartOf(tariff))
  const { longest } = stayBounds(start, tariff)
  return longest > start.from && longest < end ? longest : end
}

/**
 * Returns the local minute at which the tariff's day begins: from its day cap, else its earliest daytime window, else
 * the end of its night.
 */
function dayStartOf({ caps, windows }: Tariff): number {
  const cap = caps.find(({ kind }) => kind === 'day')
  if (cap?.kind === 'day') return cap.startsAtMinute
  const parts = windows.filter(({ fromMinute, toMinute }) => toMinute - fromMinute !== 1440)
  const mornings = parts.filter(({ fromMinute, toMinute }) => fromMinute < toMinute).map(({ fromMinute }) => fromMinute)
  const nightEnds = parts.map(({ toMinute }) => toMinute)
  return Math.min(...(mornings.length > 0 ? mornings : nightEnds.length > 0 ? nightEnds : [0])) % 1440
}

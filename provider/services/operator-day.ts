import type { OperatorDay } from '../../src/contract/operator-day.ts'
import { DEFAULT_LEEWAY } from '../../src/domain/booking.ts'
import { displayBookingCode } from '../../src/domain/code.ts'
import { DAY_MS, type Instant, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { toLocalDay } from '../../src/domain/monthly-pass.ts'
import { atLocalMinute, localDayNumber } from '../../src/domain/zone.ts'
import type { OperatedPark } from '../repositories/closures.ts'
import {
  type ArrivalRow,
  countCheckIns,
  countDay,
  listArrivals,
  listHours,
  listOverstays,
  listReports,
  type StayRow,
} from '../repositories/operator-day.ts'
import type { ProviderDeps } from './deps.ts'

export interface LocalDays {
  readonly fromMs: Instant
  /** Exclusive. */
  readonly untilMs: Instant
}

/**
 * From the start of the first local day to the end of the last, in the car park's zone; a day has 23 or 25 hours when
 * clocks change.
 */
export const spanOfDays = (first: string, last: string, zone: string): LocalDays => ({
  fromMs: atLocalMinute(Date.parse(first) / DAY_MS, 0, zone),
  untilMs: atLocalMinute(Date.parse(last) / DAY_MS + 1, 0, zone),
})

export const todayIn = (zone: string, nowMs: number): string => toLocalDay(localDayNumber(nowMs, zone))

const toStay = ({ plate, code, start_time: start, end_time: end }: StayRow) => ({
  ...{ plate, code: displayBookingCode(code), from: toRfc3339(start), until: toRfc3339(end) },
})

function stateOf(
  { checked_in_at: cameIn, checked_out_at: wentOut, start_time: start, end_time: end }: ArrivalRow,
  nowMs: number,
) {
  if (wentOut !== null) return 'left'
  // Even after the end of the stay: the car has not been seen leaving.
  if (cameIn !== null) return 'inside'
  if (end <= nowMs) return 'unseen'
  return start > nowMs ? 'expected' : 'late'
}

/** An operator's view of a day; without `date`, today at the car park. */
export async function readDay(
  { db, clock }: Pick<ProviderDeps, 'db' | 'clock'>,
  park: OperatedPark,
  date: string | undefined,
): Promise<OperatorDay> {
  const { code, name, timezone, capacity } = park
  const nowMs = clock.now()
  const day = date ?? todayIn(timezone, nowMs)
  const asked = { parkId: park.id, ...spanOfDays(day, day, timezone), nowMs }
  const [hours, counts, arrivals, checkIns, overstays, reports] = await Promise.all([
    listHours(db, asked),
    countDay(db, asked, DEFAULT_LEEWAY.graceMinutes),
    listArrivals(db, asked),
    countCheckIns(db, asked),
    listOverstays(db, asked, DEFAULT_LEEWAY.graceMinutes),
    listReports(db, asked),
  ])
  return {
    park: { code, name, timezone, capacity },
    date: day,
    at: toRfc3339(toInstant(nowMs)),
    hours: hours.map(({ at, taken }) => ({ at: toRfc3339(at), taken })),
    taken_now: counts.taken_now,
    arrivals: {
      ...{ total: counts.total, arrived: counts.arrived, next_hour: counts.next_hour },
      list: arrivals.map((row) => ({ ...toStay(row), state: stateOf(row, nowMs) })),
    },
    check_ins: { ...checkIns },
    overstays: { total: counts.overstays, list: overstays.map(toStay) },
    reports: {
      total: counts.reports,
      list: reports.map(({ kind, text, created_at: at }) => ({ kind, text, at: toRfc3339(at) })),
    },
  }
}

import type { DayListEntryWire, DayListWire } from '../../src/contract/attendant.ts'
import { leewayOf } from '../../src/domain/booking.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'
import {
  countInside,
  type ListedBooking,
  type ListedPark,
  listDayBookings,
  listRates,
  listRevoked,
  type ListWindow,
} from '../repositories/day-lists.ts'

const AHEAD_MS = DAY_MS
/** An overstaying car is listed this long after its end; a car known to be inside, for a week. */
const BEHIND_MS = 12 * HOUR_MS
export const INSIDE_BEHIND_MS = 7 * DAY_MS
/**
 * A change is dated when its request arrives but visible only after its commit, so a delta looks back over that gap.
 */
const OVERLAP_MS = 2 * MINUTE_MS
/** After this the whole list is sent again, which limits how long an error in a delta (or a restored backup) lasts. */
const FULL_EVERY_MS = 12 * HOUR_MS

interface Cursor {
  readonly fullMs: number
  readonly issuedMs: number
}

const BASE = 36
const writeCursor = ({ fullMs, issuedMs }: Cursor): string => `1.${fullMs.toString(BASE)}.${issuedMs.toString(BASE)}`

/** Returns undefined, meaning a full list, when the cursor is missing, too old or not ours. */
function readCursor(text: string | undefined, nowMs: number): Cursor | undefined {
  const match = /^1\.([0-9a-z]{1,9})\.([0-9a-z]{1,9})$/.exec(text ?? '')
  if (match === null) return undefined
  const [fullMs, issuedMs] = [Number.parseInt(match[1] ?? '', BASE), Number.parseInt(match[2] ?? '', BASE)]
  const isUsable = fullMs <= issuedMs && issuedMs <= nowMs && nowMs - fullMs < FULL_EVERY_MS
  return isUsable ? { fullMs, issuedMs } : undefined
}

const windowOf = (parkId: number, nowMs: number, cursor: Cursor | undefined): ListWindow => ({
  parkId,
  fromMs: nowMs - BEHIND_MS,
  insideFromMs: nowMs - INSIDE_BEHIND_MS,
  toMs: nowMs + AHEAD_MS,
  since: cursor === undefined ? null : { changedMs: cursor.issuedMs - OVERLAP_MS, toMs: cursor.issuedMs + AHEAD_MS },
})

function stateOf({ status, direction }: ListedBooking): DayListEntryWire['state'] {
  if (status === 'cancelled') return 'cancelled'
  if (direction === null) return 'expected'
  return direction === 'in' ? 'inside' : 'left'
}

const toEntry = (row: ListedBooking): DayListEntryWire => ({
  booking: row.booking,
  sequence: row.sequence,
  code: row.code,
  plate: row.plate,
  vehicle_type_id: row.vehicle_type_id,
  start_time: toRfc3339(row.start_time),
  end_time: toRfc3339(row.end_time),
  state: stateOf(row),
  ...(row.since === null ? {} : { since: toRfc3339(row.since) }),
  tariff_version: row.tariff_version,
  ...(row.problem === null || row.problem_at === null
    ? {}
    : { problem: { kind: row.problem, at: toRfc3339(row.problem_at) } }),
  ...(row.overstay_until === null
    ? {}
    : { overstay: { paid: row.overstay_minor, until: toRfc3339(row.overstay_until) } }),
  ...(row.hours === null ? {} : { hours: row.hours }),
})

export interface DayListRequest {
  readonly park: ListedPark
  readonly cursor: string | undefined
  readonly nowMs: number
}

/**
 * Makes the list an attendant needs to work at a park without a signal: from 12 hours ago (a week for a car inside) to
 * 24 hours ahead.
 */
export async function makeDayList(db: Queryable, request: DayListRequest): Promise<DayListWire> {
  const { park, nowMs } = request
  const cursor = readCursor(request.cursor, nowMs)
  const window = windowOf(park.id, nowMs, cursor)
  const [bookings, revoked, inside] = await Promise.all([
    listDayBookings(db, window),
    listRevoked(db, window),
    countInside(db, park.id, nowMs - INSIDE_BEHIND_MS),
  ])
  const rates = await listRates(db, park.id, [...new Set(bookings.map((row) => row.tariff_version))])
  const current = rates.find((rate) => rate.is_current)
  const { id, code, name, timezone, currency, capacity } = park
  const { arrivalMinutes, graceMinutes } = leewayOf(park.leeway)
  return {
    park: {
      ...{ id, code, name, timezone, currency, capacity },
      arrival_minutes: arrivalMinutes,
      grace_minutes: graceMinutes,
    },
    kind: cursor === undefined ? 'full' : 'delta',
    issued_at: toRfc3339(toInstant(nowMs)),
    cursor: writeCursor({ fullMs: cursor?.fullMs ?? nowMs, issuedMs: nowMs }),
    base: cursor === undefined ? null : (request.cursor ?? null),
    entries: bookings.map(toEntry),
    revoked: [...revoked],
    inside,
    tariff: current?.tariff ?? null,
    taxes: current?.taxes ?? [],
    earlier_rates: rates.filter((rate) => !rate.is_current).map(({ tariff, taxes }) => ({ tariff, taxes })),
  }
}

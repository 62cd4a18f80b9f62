import type { ListedBooking } from '../../../provider/repositories/day-lists.ts'
import type { ParkId } from '../../../src/domain/ids.ts'
import { byText, type Memory, type StoredBooking } from './memory.ts'
import { findProblem } from './no-space.ts'
import { type Statement, type Statements, timeOf } from './statement.ts'

/** The last 8 bytes of a booking's id, in hex. */
export const tailOf = ({ booking_id }: StoredBooking): string => booking_id.replaceAll('-', '').slice(-16)

/** A hold that was never paid does not count as a booking, nor its end as a cancellation. */
const wasBooked = (row: StoredBooking): boolean =>
  row.hold_until === null && (row.status === 'active' || row.refund_minor !== null)

const bookedIn = ({ bookings }: Memory, parkId: unknown): readonly StoredBooking[] =>
  bookings
    .filter((row) => row.park_id === parkId && wasBooked(row))
    .toSorted((a, b) => byText(a.booking_id, b.booking_id))

function toListed(memory: Memory, row: StoredBooking): ListedBooking {
  const { checkIns } = memory
  const events = checkIns.filter((event) => event.bookingId === row.booking_id && event.parkId === row.park_id)
  const [last] = row.checked_in_at === null ? [] : events.toSorted((a, b) => b.believedAt - a.believedAt || b.id - a.id)
  const { plate, vehicle_type_id, start_time, end_time, status, tariff_version, overstay_minor, overstay_until } = row
  return {
    ...{ booking: tailOf(row), sequence: row.pass_sequence, code: row.booking_code, plate, vehicle_type_id },
    ...{ start_time, end_time, status, tariff_version, overstay_minor, overstay_until, hours: null },
    ...{ direction: last?.direction ?? null, since: last?.believedAt ?? null },
    ...findProblem(memory, row.booking_id),
  }
}

const listDay: Statement = (memory, [parkId, from, insideFrom, to, changed, cameIn]) => {
  const isInside = (row: StoredBooking): boolean => row.checked_in_at !== null && row.checked_out_at === null
  const isNews = (row: StoredBooking): boolean =>
    changed === null || row.updated_at >= timeOf(changed) || row.start_time >= timeOf(cameIn)
  return bookedIn(memory, parkId)
    .filter((row) => row.start_time < timeOf(to) && row.end_time > timeOf(insideFrom))
    .filter((row) => (row.end_time > timeOf(from) || isInside(row)) && isNews(row))
    .toSorted((a, b) => a.start_time - b.start_time)
    .map((row) => toListed(memory, row))
}

/** Leaves out the bookings of events, because there are none here. */
const listRevoked: Statement = (memory, [parkId, from, , changed]) =>
  bookedIn(memory, parkId)
    .filter((row) => row.status === 'cancelled' && row.end_time > timeOf(from))
    .filter((row) => changed === null || row.updated_at >= timeOf(changed))
    .map((row) => ({ booking: tailOf(row), min_sequence: row.pass_sequence + 1 }))

const countInside: Statement = ({ checkIns }, [parkId, since]) => {
  const events = checkIns.filter((row) => row.parkId === parkId && row.believedAt >= timeOf(since))
  const inOrder = events.toSorted((a, b) => a.believedAt - b.believedAt || a.id - b.id)
  const last = new Map(inOrder.map(({ subject, direction }) => [subject, direction]))
  return [{ inside: [...last.values()].filter((direction) => direction === 'in').length }]
}

/** What an attendant's phone downloads before it loses signal. */
export const dayListStatements: Statements = [
  [
    'select k.id, k.code, k.name, k.timezone, k.currency, k.capacity, … from parks k where k.id = $1',
    ({ parks }, [parkId]) =>
      parks
        .filter(({ id }) => id === (parkId as ParkId))
        .map(({ id, code, name, timezone, currency, capacity }) => ({
          ...{ id, code, name, timezone, currency, capacity, leeway: {} },
        })),
  ],
  [`select right(replace(b.booking_id::text, '-', ''), 16) as booking, … order by b.start_time, b.booking_id`, listDay],
  [
    `select right(replace(b.booking_id::text, '-', ''), 16) as booking, b.pass_sequence + (b.status = 'cancelled')::int as min_sequence from bookings b … order by b.booking_id`,
    listRevoked,
  ],
  [
    'select version, tariff, taxes, superseded_at is null as is_current from park_tariffs …',
    ({ parks }, [parkId, versions]) =>
      parks
        .must(parkId as ParkId)
        .rates.filter(
          ({ supersededMs, tariff }) =>
            supersededMs === null || (versions as readonly string[]).includes(tariff.version),
        )
        .map(({ tariff, taxes, supersededMs }) => ({
          ...{ version: tariff.version, tariff, taxes, is_current: supersededMs === null },
        })),
  ],
  ['select count(*) as inside from ( select distinct on (subject) …', countInside],
]

import type { EventStatus } from '../../src/contract/events.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import type { ParkId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { Within } from '../rules/operator-rights.ts'

/** A row of `events`. Times are epoch milliseconds. */
export interface EventRow {
  readonly event_id: string
  readonly code: string
  readonly name: string
  readonly venue: string
  readonly city: string | null
  readonly country_code: CountryCode
  readonly lat: number | null
  readonly lng: number | null
  readonly timezone: string
  readonly starts_at: Instant
  readonly ends_at: Instant
  readonly parking_from: Instant
  readonly parking_until: Instant
  readonly status: EventStatus
  readonly former_start: Instant | null
  readonly choose_by: Instant | null
  /** For a private event: the token that its access code is exchanged for. */
  readonly grant_token: string | null
  readonly demo: boolean
  readonly version: number
  readonly updated_at: Instant
}

const COLUMNS = `event_id, code, name, venue, city, country_code, lat, lng, timezone, starts_at, ends_at, parking_from, parking_until, status,
  former_start, choose_by, grant_token, demo, version, updated_at`

/** Lists a country's upcoming and current public events, soonest first. */
export async function listEvents(
  db: Queryable,
  asked: { readonly country: CountryCode; readonly nowMs: number; readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly EventRow[]; readonly total: number }> {
  const listed = 'country_code = $1 and ends_at > $2 and access_hash is null'
  const values = [asked.country, new Date(asked.nowMs)]
  const [rows, [count]] = await Promise.all([
    db.query<EventRow>(`select ${COLUMNS} from events where ${listed} order by ends_at, event_id limit $3 offset $4`, [
      ...values,
      asked.size,
      (asked.page - 1) * asked.size,
    ]),
    db.query<{ total: number }>(`select count(*) as total from events where ${listed}`, values),
  ])
  return { rows, total: must(count, 'count').total }
}

/** All of the event's car parks are among these; any event if `$n` is null. */
const isWithin = (parameter: string): string =>
  `(${parameter}::int[] is null or not exists (select 1 from event_parks k
      where k.event_id = events.event_id and k.park_id <> all(${parameter}::int[])))`

/**
 * Lists events for operators, including private ones, in all countries. `within`: only events whose car parks are all
 * among these.
 */
export const listUpcomingEvents = (db: Queryable, nowMs: number, within: Within = null): Promise<readonly EventRow[]> =>
  db.query<EventRow>(
    `select ${COLUMNS} from events where ends_at > $1 and ${isWithin('$2')} order by ends_at, event_id`,
    [new Date(nowMs), within],
  )

/** Finds an event for an operator. Returns undefined also when some of its car parks are not within. */
export async function findEventWithin(db: Queryable, code: string, within: Within): Promise<EventRow | undefined> {
  const [row] = await db.query<EventRow>(`select ${COLUMNS} from events where code = $1 and ${isWithin('$2')}`, [
    code.toUpperCase(),
    within,
  ])
  return row
}

export async function findEvent(db: Queryable, code: string): Promise<EventRow | undefined> {
  const [row] = await db.query<EventRow>(`select ${COLUMNS} from events where code = $1`, [code.toUpperCase()])
  return row
}

/** Searches by the hash of the access code, so that timing reveals nothing about the code. */
export async function findPrivateEvent(db: Queryable, accessHash: string): Promise<EventRow | undefined> {
  const [row] = await db.query<EventRow>(`select ${COLUMNS} from events where access_hash = $1`, [accessHash])
  return row
}

/** The spaces a car park reserves for an event. */
export interface EventParkRow {
  readonly park_id: ParkId
  readonly code: string
  readonly slug: string
  readonly name: string
  readonly address: string | null
  readonly lat: number | null
  readonly lng: number | null
  readonly timezone: string
  readonly held: number
  readonly sold: number
  readonly amount_minor: number
  readonly demo: boolean
}

export const listEventParks = (db: Queryable, eventId: string, nowMs: number): Promise<readonly EventParkRow[]> =>
  db.query<EventParkRow>(
    `select p.id as park_id, p.code, p.slug, p.name, p.address, p.lat, p.lng, p.timezone, k.held, k.amount_minor,
            sold_for_event(k.event_id, k.park_id, $2, null) as sold, cardinality(p.demo_fields) > 0 as demo
       from event_parks k join parks p on p.id = k.park_id
      where k.event_id = $1 order by k.amount_minor desc, p.id`,
    [eventId, new Date(nowMs)],
  )

export interface NewEvent extends Omit<EventRow, 'status' | 'former_start' | 'choose_by' | 'version'> {
  readonly access_hash: string | null
}

const TIMES = ['starts_at', 'ends_at', 'parking_from', 'parking_until', 'updated_at'] as const

export async function insertEvent(tx: Queryable, event: NewEvent): Promise<void> {
  const times = Object.fromEntries(TIMES.map((name) => [name, new Date(event[name]).toISOString()]))
  await tx.query(
    `insert into events select (jsonb_populate_record(null::events, $1::jsonb || '{"status": "scheduled", "version": 1}')).*`,
    [JSON.stringify({ ...event, ...times })],
  )
}

export interface KeptSpaces {
  readonly parkId: ParkId
  readonly held: number
  readonly amountMinor: number
}

/** Also updates a car park that already reserves spaces. */
export const setEventPark = (tx: Queryable, eventId: string, kept: KeptSpaces): Promise<unknown> =>
  tx.query(
    `insert into event_parks (event_id, park_id, held, amount_minor) values ($1, $2, $3, $4)
     on conflict (event_id, park_id) do update set held = excluded.held, amount_minor = excluded.amount_minor`,
    [eventId, kept.parkId, kept.held, kept.amountMinor],
  )

export const insertEventPark = (tx: Queryable, eventId: string, kept: KeptSpaces): Promise<unknown> =>
  tx.query('insert into event_parks (event_id, park_id, held, amount_minor) values ($1, $2, $3, $4)', [
    eventId,
    kept.parkId,
    kept.held,
    kept.amountMinor,
  ])

export interface SpacesLeft {
  readonly park_id: ParkId
  readonly held: number
  /** Negative when fewer spaces exist than are reserved and booked. Null when the park cannot be booked. */
  readonly left_over: number | null
}

/**
 * Lists the free spaces of an event's parks from the start of its parking to the end of its longest stay. The caller
 * holds the parks' locks.
 */
export const listSpacesLeft = (tx: Queryable, eventId: string, nowMs: number): Promise<readonly SpacesLeft[]> =>
  tx.query<SpacesLeft>(
    `select k.park_id, k.held, p.capacity - peak_occupancy(p.id, e.parking_from, greatest(e.parking_until,
              (select max(b.end_time) from bookings b where b.event_id = e.event_id and b.status = 'active')), $2, null) as left_over
       from event_parks k join events e using (event_id) join parks p on p.id = k.park_id
      where k.event_id = $1 order by k.park_id`,
    [eventId, new Date(nowMs)],
  )

/** Finds an event and locks its row. */
export async function lockEvent(tx: Queryable, code: string): Promise<EventRow | undefined> {
  const [row] = await tx.query<EventRow>(`select ${COLUMNS} from events where code = $1 for update`, [
    code.toUpperCase(),
  ])
  return row
}

export type EventTimes = Pick<EventRow, 'starts_at' | 'ends_at' | 'parking_from' | 'parking_until'>

export const moveEvent = (
  tx: Queryable,
  eventId: string,
  moved: EventTimes & { readonly formerStartMs: number; readonly chooseByMs: number; readonly nowMs: number },
): Promise<unknown> =>
  tx.query(
    `update events set status = 'postponed', starts_at = $2, ends_at = $3, parking_from = $4, parking_until = $5, former_start = $6,
            choose_by = $7, version = version + 1, updated_at = $8 where event_id = $1`,
    [
      eventId,
      ...[moved.starts_at, moved.ends_at, moved.parking_from, moved.parking_until].map((at) => new Date(at)),
      ...[moved.formerStartMs, moved.chooseByMs, moved.nowMs].map((at) => new Date(at)),
    ],
  )

export const setEventFacts = (
  tx: Queryable,
  eventId: string,
  { name, venue, city, nowMs }: Pick<EventRow, 'name' | 'venue' | 'city'> & { readonly nowMs: number },
): Promise<unknown> =>
  tx.query(
    'update events set name = $2, venue = $3, city = $4, version = version + 1, updated_at = $5 where event_id = $1',
    [eventId, name, venue, city, new Date(nowMs)],
  )

/** Makes the event public when both are null. A new grant locks out holders of the old one. */
export const setEventAccess = (
  tx: Queryable,
  eventId: string,
  access: { readonly hash: string | null; readonly grant: string | null; readonly nowMs: number },
): Promise<unknown> =>
  tx.query(
    'update events set access_hash = $2, grant_token = $3, version = version + 1, updated_at = $4 where event_id = $1',
    [eventId, access.hash, access.grant, new Date(access.nowMs)],
  )

/** Serialises changes of access codes until the transaction ends. */
export const lockAccessCodes = (tx: Queryable): Promise<unknown> =>
  tx.query(`select pg_advisory_xact_lock(hashtextextended('event access codes', 0))`)

/** Finds the event that an access code opens. */
export async function findIdOfAccess(tx: Queryable, accessHash: string): Promise<string | undefined> {
  const [row] = await tx.query<{ event_id: string }>('select event_id from events where access_hash = $1', [accessHash])
  return row?.event_id
}

/** Cancels the event, which releases its reserved spaces. */
export const closeEvent = (tx: Queryable, eventId: string, nowMs: number): Promise<unknown> =>
  tx.query(`update events set status = 'cancelled', version = version + 1, updated_at = $2 where event_id = $1`, [
    eventId,
    new Date(nowMs),
  ])

import type { BookedEvent, EventDetail, EventPark, ParkingEvent } from '../../src/contract/events.ts'
import type { OperatorEventDetail } from '../../src/contract/operator-events.ts'
import { getCountry } from '../../src/domain/country.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { ProviderDeps } from './deps.ts'
import type { BookedEventRow } from '../repositories/bookings.ts'
import { sumEventBookings } from '../repositories/event-bookings.ts'
import { type EventParkRow, type EventRow, listEventParks } from '../repositories/events.ts'
import { priceStay } from '../rules/price-stay.ts'

type Facts = Omit<BookedEvent, 'choose_by'>

const factsOf = (event: EventRow): Facts => ({
  code: event.code,
  name: event.name,
  venue: event.venue,
  city: event.city,
  timezone: event.timezone,
  status: event.status,
  starts_at: toRfc3339(event.starts_at),
  ends_at: toRfc3339(event.ends_at),
  former_start: event.former_start === null ? null : toRfc3339(event.former_start),
  parking_from: toRfc3339(event.parking_from),
  parking_until: toRfc3339(event.parking_until),
})

export const toEventWire = (event: EventRow): ParkingEvent => ({
  ...factsOf(event),
  country_code: event.country_code,
  lat: event.lat,
  lng: event.lng,
  is_private: event.grant_token !== null,
  demo: event.demo,
  version: event.version,
  updated_at: toRfc3339(event.updated_at),
})

/** The event as in a new booking: the driver has nothing to choose. */
export const toBookedEvent = (event: EventRow): BookedEventRow => ({ ...factsOf(event), choose_by: null })

type Deps = Pick<ProviderDeps, 'db' | 'store' | 'clock'>

/** Undefined when the car park cannot be booked any more. */
async function toParkWire(deps: Deps, event: EventRow, row: EventParkRow): Promise<EventPark | undefined> {
  const nowMs = deps.clock.now()
  const park = await deps.store.findBookablePark(row.park_id, nowMs)
  const rate = park?.rates[0]
  if (park === undefined || rate === undefined) return undefined
  const { timezone, sold, amount_minor: _amount, ...shown } = row
  const stay = { startMs: event.parking_from, endMs: event.parking_until, timezone, vehicleTypeId: 1, nowMs } as const
  const price = priceStay({ ...stay, rate })
  return {
    ...shown,
    total: price.ok ? price.value.totalMinor : null,
    currency: park.currency,
    tariff_version: rate.tariff.version,
    free: event.status === 'cancelled' ? 0 : Math.max(0, row.held - sold),
  }
}

/** The event with the car parks that reserve spaces for it, the most expensive, usually the nearest, first. */
export async function toEventDetail(deps: Deps, event: EventRow): Promise<EventDetail> {
  const nowMs = deps.clock.now()
  const rows = await listEventParks(deps.db, event.event_id, nowMs)
  const parks = await Promise.all(rows.map((row) => toParkWire(deps, event, row)))
  return {
    ...toEventWire(event),
    parks: parks.filter((park) => park !== undefined),
    counted_at: toRfc3339(toInstant(nowMs)),
  }
}

/** The event as shown to its operator: with its sales, and the prices as set. */
export async function toOperatorEventDetail(deps: Deps, event: EventRow): Promise<OperatorEventDetail> {
  const [detail, sums, kept] = await Promise.all([
    toEventDetail(deps, event),
    sumEventBookings(deps.db, event.event_id),
    listEventParks(deps.db, event.event_id, deps.clock.now()),
  ])
  const prices = kept.map(({ code, amount_minor: price }) => ({ code, price }))
  return { ...detail, ...sums, prices, currency: getCountry(event.country_code).currency }
}

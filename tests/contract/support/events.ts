import type { BookedEvent, EventDetail, EventPark, ParkingEvent } from '../../../src/contract/events.ts'

/** An event in Toronto on 12 December 2026, from 18:00 to 23:00 local time. */
export const eventOf = (changes: Partial<ParkingEvent> = {}): ParkingEvent => ({
  code: 'EV7KQ2M4',
  name: 'Winter Night Market',
  venue: 'Exhibition Place',
  city: 'Toronto',
  timezone: 'America/Toronto',
  status: 'scheduled',
  starts_at: '2026-12-12T23:00:00Z',
  ends_at: '2026-12-13T04:00:00Z',
  former_start: null,
  parking_from: '2026-12-12T22:00:00Z',
  parking_until: '2026-12-13T05:00:00Z',
  country_code: 'CA',
  lat: 43.63,
  lng: -79.42,
  is_private: false,
  demo: false,
  version: 1,
  updated_at: '2026-11-20T12:00:00Z',
  ...changes,
})

export const eventParkOf = (changes: Partial<EventPark> = {}): EventPark => ({
  ...{ park_id: 1, code: 'CA7KQ2M', slug: 'gate-lot', name: 'Gate Lot', address: '1 Gate St' },
  ...{ lat: 43.631, lng: -79.42, total: 3500, currency: 'CAD', tariff_version: 'v1' },
  ...{ held: 900, free: 412, demo: false },
  ...changes,
})

export const detailOf = (changes: Partial<EventDetail> = {}): EventDetail => ({
  ...eventOf(),
  parks: [eventParkOf()],
  counted_at: '2026-11-24T15:09:00Z',
  ...changes,
})

/** The event of a booking, moved from 28 November; the driver may choose until 4 December. */
export const bookedEventOf = (changes: Partial<BookedEvent> = {}): BookedEvent => {
  const { code, name, venue, city, timezone, starts_at, ends_at, parking_from, parking_until } = eventOf()
  return {
    ...{ code, name, venue, city, timezone, starts_at, ends_at, parking_from, parking_until },
    ...{ status: 'postponed', former_start: '2026-11-28T23:00:00Z', choose_by: '2026-12-04T23:00:00Z' },
    ...changes,
  }
}

export const pageOf = <T>(items: readonly T[]) => ({ items, total: items.length, page: 1, size: 100, pages: 1 })

/** Events: parking for a match, a concert or a market, at a flat price for its duration. */
import * as v from 'valibot'
import { amount, countryCode, currency, instantText, listOf, pageQuery, single } from './common.ts'

export const EVENT_STATUSES = ['scheduled', 'postponed', 'cancelled'] as const
export type EventStatus = (typeof EVENT_STATUSES)[number]

/** `EV` and six Crockford characters, the last of them a check character. */
const eventCode = v.pipe(v.string(), v.maxLength(16))

/** Event facts shown in bookings and list rows. */
const facts = {
  code: eventCode,
  name: v.string(),
  venue: v.string(),
  city: v.nullable(v.string()),
  /** IANA zone of the venue, used to show its times. */
  timezone: v.string(),
  status: v.picklist(EVENT_STATUSES),
  starts_at: instantText,
  ends_at: instantText,
  /** Original start of a postponed event; null otherwise. */
  former_start: v.nullable(instantText),
  /** Hours of the parking sold for the event; the flat price holds between them. */
  parking_from: instantText,
  parking_until: instantText,
}

export const eventSchema = v.object({
  ...facts,
  country_code: countryCode,
  lat: v.nullable(v.number()),
  lng: v.nullable(v.number()),
  /** Absent from every list; opened by its access code. */
  is_private: v.boolean(),
  /** Invented by the sandbox. */
  demo: v.boolean(),
  version: v.number(),
  updated_at: instantText,
})
export type ParkingEvent = v.InferOutput<typeof eventSchema>

/** A car park that holds spaces for the event. */
export const eventParkSchema = v.object({
  park_id: v.number(),
  code: v.string(),
  slug: v.string(),
  name: v.string(),
  address: v.nullable(v.string()),
  lat: v.nullable(v.number()),
  lng: v.nullable(v.number()),
  /**
   * Price of a car from `parking_from` to `parking_until` in minor units, taxes and fees included. Null where it cannot
   * be booked.
   */
  total: v.nullable(amount),
  currency,
  tariff_version: v.string(),
  /** Spaces held for the event, and how many of them are free. */
  held: v.number(),
  free: v.number(),
  demo: v.boolean(),
})
export type EventPark = v.InferOutput<typeof eventParkSchema>

export const eventDetailSchema = v.object({
  ...eventSchema.entries,
  parks: v.array(eventParkSchema),
  /** Time at which `free` was counted. */
  counted_at: instantText,
})
export type EventDetail = v.InferOutput<typeof eventDetailSchema>

export const eventList = listOf(eventSchema)
export const eventSingle = single(eventDetailSchema)

export const eventListQuery = v.object({ ...pageQuery, country: countryCode })

/** The code is never put in a URL, because URLs are logged. */
export const eventAccessBody = v.object({ access_code: v.pipe(v.string(), v.minLength(1), v.maxLength(40)) })

/** `grant` gives access to this event, in the header `Event-Grant` and as `event_grant` of a booking. */
export const eventAccessSingle = single(v.object({ event: eventDetailSchema, grant: v.string() }))
export const EVENT_GRANT_HEADER = 'event-grant'

/** Keeps a booking of a postponed event for the new date; `parking_from` as the driver saw it. */
export const keepEventBody = v.object({ parking_from: instantText })

/** The event of a booking. */
export const bookedEventSchema = v.object({
  ...facts,
  /** Deadline for a full refund after a postponement. Null when there is no choice to make. */
  choose_by: v.nullable(instantText),
})
export type BookedEvent = v.InferOutput<typeof bookedEventSchema>

/** Events, as operators create and change them. */
import * as v from 'valibot'
import { isZone } from '../domain/zone.ts'
import { amount, countryCode, currency, single } from './common.ts'
import { eventDetailSchema, eventSchema } from './events.ts'
import { MAX_PARKS, operatorText, operatorTime, parkCodeText, priceOrNone, wholeFrom } from './operator.ts'

/** Spaces, hyphens and case are ignored, so they do not count towards the length. */
const accessCode = v.pipe(
  v.string(),
  v.maxLength(40),
  v.check((text) => text.replaceAll(/[^A-Za-z0-9]/g, '').length >= 6, 'at least 6 letters and digits'),
)

const latitude = v.pipe(v.number(), v.minValue(-90), v.maxValue(90))
const longitude = v.pipe(v.number(), v.minValue(-180), v.maxValue(180))

const facts = {
  name: operatorText(120),
  venue: operatorText(120),
  city: v.nullable(operatorText(120)),
}

/** Spaces held per car park, at a flat price in minor units of the accompanying `currency`, which is the country's. */
const keptSpaces = v.pipe(
  v.array(v.strictObject({ code: parkCodeText, held: wholeFrom(1), price: priceOrNone })),
  v.minLength(1),
  v.maxLength(MAX_PARKS),
)

export const operatorEventBody = v.pipe(
  v.strictObject({
    ...facts,
    country_code: countryCode,
    lat: v.nullable(latitude),
    lng: v.nullable(longitude),
    timezone: v.pipe(v.string(), v.maxLength(60), v.check(isZone, 'no IANA zone')),
    starts_at: operatorTime,
    ends_at: operatorTime,
    /** Hours of the flat price. */
    parking_from: operatorTime,
    parking_until: operatorTime,
    /** Only for a private event. */
    access_code: v.optional(v.nullable(accessCode), null),
    parks: keptSpaces,
    currency,
  }),
  v.examples([
    {
      name: 'Winter Night Market',
      venue: 'Rogers Centre',
      city: 'Toronto',
      country_code: 'CA',
      lat: 43.641389,
      lng: -79.39,
      timezone: 'America/Toronto',
      starts_at: '2026-12-05T18:00:00-05:00',
      ends_at: '2026-12-05T22:00:00-05:00',
      parking_from: '2026-12-05T17:00:00-05:00',
      parking_until: '2026-12-05T23:00:00-05:00',
      access_code: null,
      parks: [{ code: 'CAKQ2M7', held: 40, price: 2500 }],
      currency: 'CAD',
    },
  ]),
)
export type OperatorEventBody = v.InferOutput<typeof operatorEventBody>

export const operatorEventSingle = single(eventSchema)

/** `booked`: active, paid bookings; `paid`: their total, which a cancellation refunds and a postponement may. */
export const operatorEventDetailSchema = v.object({
  ...eventDetailSchema.entries,
  /** As set by the operator, before taxes and fees; minor units of `currency`. */
  prices: v.array(v.object({ code: v.string(), price: amount })),
  booked: v.number(),
  paid: amount,
  currency,
})
export type OperatorEventDetail = v.InferOutput<typeof operatorEventDetailSchema>
export const operatorEventDetailSingle = single(operatorEventDetailSchema)

/**
 * Omitted fields and car parks stay unchanged; a new car park holds spaces from now on. `version`: the one that the
 * operator saw; 409 version_conflict if it has changed. Existing bookings keep their price.
 */
export const eventChangeBody = v.pipe(
  v.strictObject({
    version: wholeFrom(1, 1_000_000_000),
    name: v.exactOptional(facts.name),
    venue: v.exactOptional(facts.venue),
    city: v.exactOptional(facts.city),
    parks: v.exactOptional(keptSpaces),
    currency: v.exactOptional(currency),
  }),
  v.check((body) => Object.keys(body).length > 1, 'nothing to change'),
  v.check((body) => (body.parks === undefined) === (body.currency === undefined), 'a price has its currency'),
  v.examples([{ version: 1, venue: 'Gate 5', parks: [{ code: 'CAKQ2M7', held: 60, price: 2_800 }], currency: 'CAD' }]),
)
export type EventChangeBody = v.InferOutput<typeof eventChangeBody>

/** The event's other times shift by the same amount. */
export const postponeBody = v.pipe(
  v.strictObject({ starts_at: operatorTime }),
  v.examples([{ starts_at: '2026-12-12T18:00:00-05:00' }]),
)

export const cancelEventBody = v.pipe(
  v.strictObject({ status: v.literal('cancelled') }),
  v.examples([{ status: 'cancelled' }]),
)

/** Null makes the event public. */
export const eventCodeBody = v.pipe(
  v.strictObject({ access_code: v.nullable(accessCode) }),
  v.examples([{ access_code: 'HARBOUR-2026' }]),
)

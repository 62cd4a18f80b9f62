/** Events, as operators plan and change them. */
import * as v from 'valibot'
import { isZone } from '../domain/zone.ts'
import { countryCode, currency, single } from './common.ts'
import { eventSchema } from './events.ts'
import { MAX_PARKS, operatorText, operatorTime, parkCodeText, priceOrNone, wholeFrom } from './operator.ts'

/** Spaces, hyphens and case do not count, so they do not make a code longer either. */
const accessCode = v.pipe(
  v.string(),
  v.maxLength(40),
  v.check((text) => text.replaceAll(/[^A-Za-z0-9]/g, '').length >= 6, 'at least 6 letters and digits'),
)

const latitude = v.pipe(v.number(), v.minValue(-90), v.maxValue(90))
const longitude = v.pipe(v.number(), v.minValue(-180), v.maxValue(180))

export const operatorEventBody = v.pipe(
  v.strictObject({
    name: operatorText(120),
    venue: operatorText(120),
    city: v.nullable(operatorText(120)),
    country_code: countryCode,
    lat: v.nullable(latitude),
    lng: v.nullable(longitude),
    timezone: v.pipe(v.string(), v.maxLength(60), v.check(isZone, 'no IANA zone')),
    starts_at: operatorTime,
    ends_at: operatorTime,
    /** The flat price holds between these. */
    parking_from: operatorTime,
    parking_until: operatorTime,
    /** Of a private event. */
    access_code: v.optional(v.nullable(accessCode), null),
    /** Each keeps `held` spaces, at a flat price in minor units of `currency`, which is the country's. */
    parks: v.pipe(
      v.array(v.strictObject({ code: parkCodeText, held: wholeFrom(1), price: priceOrNone })),
      v.minLength(1),
      v.maxLength(MAX_PARKS),
    ),
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

/** The other times move with it. */
export const postponeBody = v.pipe(
  v.strictObject({ starts_at: operatorTime }),
  v.examples([{ starts_at: '2026-12-12T18:00:00-05:00' }]),
)

export const cancelEventBody = v.pipe(
  v.strictObject({ status: v.literal('cancelled') }),
  v.examples([{ status: 'cancelled' }]),
)

/** Null: everybody sees it from now on. */
export const eventCodeBody = v.pipe(
  v.strictObject({ access_code: v.nullable(accessCode) }),
  v.examples([{ access_code: 'HARBOUR-2026' }]),
)

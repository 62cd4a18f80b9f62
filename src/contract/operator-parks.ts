/** Operator endpoints: car parks and the facts that operators state about them. */
import * as v from 'valibot'
import { isSameCharger } from '../domain/chargers.ts'
import { parseOpeningHours } from '../domain/opening-hours.ts'
import { CHARGER_KINDS_MAX, chargerBody } from './chargers.ts'
import { countryCode, currency, single } from './common.ts'
import { operatorText, wholeFrom } from './operator.ts'
import { parkKind } from './parks.ts'
import { REFUND_POLICY_NAMES } from '../domain/refund-policies.ts'
import { isTaxNumber, REGISTERED_TAXES, TAX_NUMBER_MAX } from '../domain/tax-registration.ts'

export const PARK_NAME_MAX = 120
export const PARK_ADDRESS_MAX = 200
export const PARK_HOURS_MAX = 400
export const CAPACITY_MAX = 100_000
/** Metres. */
export const HEIGHT_RANGE = { least: 1, most: 20 }

const degrees = (limit: number) => v.pipe(v.number(), v.minValue(-limit), v.maxValue(limit))

/** As on signs, "Mon-Fri 07:00-22:00; Sat 08:00-01:00" or "24/7"; text that cannot be parsed into times is refused. */
const hoursText = v.pipe(
  operatorText(PARK_HOURS_MAX),
  v.check((text) => parseOpeningHours(text) !== null, 'days and times'),
)

const needed = {
  name: operatorText(PARK_NAME_MAX),
  /** Position of the entrance. */
  position: v.strictObject({ lat: degrees(90), lng: degrees(180) }),
  kind: parkKind,
  capacity: wholeFrom(1, CAPACITY_MAX),
}

/** Null: unknown, or none. */
const known = {
  address: v.nullable(operatorText(PARK_ADDRESS_MAX)),
  city: v.nullable(operatorText(PARK_NAME_MAX)),
  /** State, province or region. */
  state: v.nullable(operatorText(PARK_NAME_MAX)),
  accessible_spaces: v.nullable(wholeFrom(0, CAPACITY_MAX)),
  height_limit_m: v.nullable(v.pipe(v.number(), v.minValue(HEIGHT_RANGE.least), v.maxValue(HEIGHT_RANGE.most))),
  covered: v.nullable(v.boolean()),
  opening_hours: v.nullable(hoursText),
}

const chargers = v.pipe(
  v.array(chargerBody),
  v.maxLength(CHARGER_KINDS_MAX),
  v.check(
    (all) => all.every((one, index) => all.findIndex((other) => isSameCharger(one, other)) === index),
    'the same connector and power twice',
  ),
)

const taxNumber = v.exactOptional(v.pipe(operatorText(TAX_NUMBER_MAX), v.check(isTaxNumber, 'letters and digits')))
/**
 * The owner's registration for taxes that need one. Null: not stated; the place's taxes are charged without a number.
 */
const taxRegistration = v.pipe(
  v.strictObject({
    registered: v.boolean(),
    numbers: v.strictObject({ gst: taxNumber, hst: taxNumber, qst: taxNumber, vat: taxNumber, tva: taxNumber }),
  }),
  v.check(
    ({ registered, numbers }) => registered || Object.keys(numbers).length === 0,
    'a number without registration',
  ),
)

export const parkFacts = v.object({
  ...needed,
  ...known,
  chargers,
  /** Refund policy of stays booked from now on: see `domain/refund-policies`. */
  refund_policy: v.picklist(REFUND_POLICY_NAMES),
  /** Only owners and API keys may set it. */
  tax_registration: v.nullable(taxRegistration),
})
/** The facts that an operator may state about a car park. */
export type ParkFacts = v.InferOutput<typeof parkFacts>
const someFacts = v.partial(parkFacts)
export type SomeFacts = v.InferOutput<typeof someFacts>

/** The currency follows from the country, the time zone from the position. Omitted facts are unknown. */
export const newParkBody = v.pipe(
  v.strictObject({
    country_code: countryCode,
    ...needed,
    address: v.optional(known.address, null),
    city: v.optional(known.city, null),
    state: v.optional(known.state, null),
    accessible_spaces: v.optional(known.accessible_spaces, null),
    height_limit_m: v.optional(known.height_limit_m, null),
    covered: v.optional(known.covered, null),
    opening_hours: v.optional(known.opening_hours, null),
    chargers: v.optional(chargers, () => []),
  }),
  v.examples([
    {
      ...{ country_code: 'CA', name: 'Front Street', address: '12 Front Street', city: 'Toronto', state: 'Ontario' },
      ...{ position: { lat: 43.6452, lng: -79.3806 }, kind: 'garage', capacity: 120, accessible_spaces: 4 },
      ...{ height_limit_m: 2.1, covered: true, opening_hours: 'Mon-Fri 06:00-23:00; Sat-Sun 08:00-23:00' },
      chargers: [],
    },
  ]),
)
export type NewParkBody = v.InferOutput<typeof newParkBody>

/** `revision`: the one that the operator saw; if it has changed, 409 version_conflict carries the current facts. */
export const parkFactsBody = v.pipe(
  v.strictObject({ revision: wholeFrom(0), ...someFacts.entries }),
  v.check((body) => Object.keys(body).length > 1, 'something to change'),
  v.examples([{ revision: 0, capacity: 110, opening_hours: '24/7' }]),
)
export type ParkFactsBody = v.InferOutput<typeof parkFactsBody>

export const operatorParkSchema = v.object({
  id: v.number(),
  code: v.string(),
  slug: v.string(),
  ...parkFacts.entries,
  /** As the source wrote it, which may contain more than days and times. */
  opening_hours: v.nullable(v.string()),
  /** Null for a row imported without coordinates. */
  position: v.nullable(v.object({ lat: v.number(), lng: v.number() })),
  /** Null when unknown; then nothing can be booked. */
  capacity: v.nullable(v.number()),
  country_code: countryCode,
  timezone: v.string(),
  currency,
  /** False: no price is set, so nothing can be booked. */
  priced: v.boolean(),
  /** The place's taxes that need a registration. */
  registered_taxes: v.array(v.object({ code: v.picklist(REGISTERED_TAXES), name: v.string() })),
  /** Spaces promised at the busiest future moment; `capacity` cannot go below it. */
  promised: v.number(),
  /** Fields filled by the sandbox. */
  demo_fields: v.array(v.string()),
  revision: v.number(),
})
export type OperatorParkWire = v.InferOutput<typeof operatorParkSchema>
export const operatorParkSingle = single(operatorParkSchema)

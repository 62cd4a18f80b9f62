import * as v from 'valibot'
import { CHARGER_KINDS_MAX, chargerBody } from '../../src/contract/chargers.ts'
import { tariffSchema } from '../../src/contract/tariff.ts'
import { isSameCharger } from '../../src/domain/chargers.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { CURRENCY_OF } from './region.ts'

/** JSON allows NUL characters and lone surrogates; PostgreSQL text columns accept neither. */
const storable = v.check<string, string>(
  (value) => !value.includes('\0') && !/\p{Surrogate}/u.test(value),
  'holds a character that no text may hold',
)
const text = v.nullable(v.pipe(v.string(), v.trim(), v.maxLength(400), storable))
const count = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_000_000)))
const price = v.nullable(v.pipe(v.number(), v.finite(), v.minValue(0), v.maxValue(1_000_000)))
const identifier = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(120), storable)

/** A price list as on the wire, without temporary parts. */
export const tariffLine = v.omit(tariffSchema, ['version', 'events', 'closures'])

/**
 * One line of the import format, as `data/README.md` describes it. Prices in whole currency units, as sources write
 * them.
 */
export const parkLineSchema = v.object({
  source: identifier,
  source_id: identifier,
  country_code: v.picklist(['NG', 'US', 'CA', 'SN']),
  state: v.optional(text, null),
  city: v.optional(text, null),
  name: v.optional(text, null),
  address: v.optional(text, null),
  lat: v.optional(v.nullable(v.pipe(v.number(), v.minValue(-90), v.maxValue(90))), null),
  lng: v.optional(v.nullable(v.pipe(v.number(), v.minValue(-180), v.maxValue(180))), null),
  capacity: v.optional(count, null),
  rates_text: v.optional(v.nullable(v.pipe(v.string(), v.maxLength(4000), storable)), null),
  hourly_rate: v.optional(price, null),
  daily_max: v.optional(price, null),
  currency: v.picklist(['NGN', 'XOF', 'USD', 'CAD']),
  height_limit_m: v.optional(v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(20))), null),
  ev_chargers: v.optional(count, null),
  /** Kinds of chargers where known; `ev_chargers` is then their sum. */
  chargers: v.optional(
    v.pipe(
      v.array(chargerBody),
      v.maxLength(CHARGER_KINDS_MAX),
      v.check(
        (all) => all.every((one, index) => all.findIndex((other) => isSameCharger(one, other)) === index),
        'the same connector and power twice',
      ),
    ),
    () => [],
  ),
  accessible_spaces: v.optional(count, null),
  hours_text: v.optional(text, null),
  /** The whole price list, when the columns cannot express it. */
  tariff: v.optional(v.nullable(tariffLine), null),
  kind: v.optional(v.picklist(['garage', 'lot', 'street', 'airport', 'stadium', 'station', 'unknown']), 'unknown'),
})
export type ParkLine = v.InferOutput<typeof parkLineSchema>

/** Parses a line as a park; the error is worded for the operator. An empty text counts as missing. */
export function parseParkLine(line: string): Result<ParkLine, string> {
  const json = parseJson(line)
  if (!json.ok) return json
  const parsed = v.safeParse(parkLineSchema, json.value)
  if (!parsed.success) {
    return err(
      parsed.issues
        .slice(0, 3)
        .map((issue) => `${v.getDotPath(issue) ?? 'line'}: ${issue.message}`)
        .join('; '),
    )
  }
  const park = parsed.output
  if ((park.lat === null) !== (park.lng === null)) return err('lat and lng: both or neither')
  if (park.currency !== CURRENCY_OF[park.country_code])
    return err(`currency: ${park.country_code} uses ${CURRENCY_OF[park.country_code]}`)
  return ok({
    ...park,
    state: filled(park.state),
    city: filled(park.city),
    name: filled(park.name),
    address: filled(park.address),
  })
}

const filled = (value: string | null): string | null => (value === '' ? null : value)

function parseJson(line: string): Result<unknown, string> {
  try {
    return ok(JSON.parse(line))
  } catch (error) {
    if (error instanceof SyntaxError) return err('not JSON')
    throw error
  }
}

/**
 * Car parks as OpenStreetMap tags: https://wiki.openstreetmap.org/wiki/Tag:amenity=parking. Fields without a tag are
 * under `baywise:`.
 */
import * as v from 'valibot'
import type { ChargerBody } from '../../src/contract/chargers.ts'
import type { Park } from '../../src/contract/parks.ts'
import { CONNECTORS } from '../../src/domain/connectors.ts'
import { type CountryCode, getCountry, isCountryCode } from '../../src/domain/country.ts'
import { canonicalJson } from '../../src/lib/canonical-json.ts'
import { err, type Result } from '../../src/lib/result.ts'
import { type ParkLine, parseParkLine } from './park-line.ts'

export type OsmTags = Readonly<Record<string, string>>

const elementSchema = v.object({
  type: v.picklist(['node', 'way', 'relation']),
  id: v.pipe(v.number(), v.integer()),
  lat: v.optional(v.number()),
  lon: v.optional(v.number()),
  /** Set by Overpass for ways with `out center`. */
  center: v.optional(v.object({ lat: v.number(), lon: v.number() })),
  tags: v.optional(v.record(v.string(), v.string()), () => ({})),
})
export type OsmElement = v.InferInput<typeof elementSchema>

const PARKING: Readonly<Record<string, Park['kind']>> = {
  'multi-storey': 'garage',
  underground: 'garage',
  rooftop: 'garage',
  surface: 'lot',
  street_side: 'street',
  lane: 'street',
}
const TAG_OF_KIND: Partial<Record<Park['kind'], string>> = {
  garage: 'multi-storey',
  lot: 'surface',
  street: 'street_side',
}

const numberOf = (text: string | undefined): number | null =>
  text !== undefined && /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : null

/** "2.1", "2.1 m", "6'11\"". */
function metresOf(text: string | undefined): number | null {
  const feet = /^(\d+)'(?:(\d+)")?$/.exec(text ?? '')
  if (feet !== null) return Math.round((Number(feet[1]) * 0.3048 + Number(feet[2] ?? 0) * 0.0254) * 100) / 100
  return numberOf(text?.replace(/\s*m$/, ''))
}

/** Reads `charge`: "3 CAD/hour", "3 CAD/hour; 10 CAD/day". Undefined when it says something else. */
function chargeOf(tags: OsmTags, currency: string): Pick<ParkLine, 'hourly_rate' | 'daily_max'> {
  const prices = (tags['charge'] ?? '').split(';').map((part) => /^\s*([\d.]+) ([A-Z]{3})\/(hour|day)\s*$/.exec(part))
  const priceOf = (unit: string): number | null =>
    numberOf(prices.find((price) => price?.[3] === unit && price[2] === currency)?.[1])
  if (tags['fee'] === 'no' && tags['charge'] === undefined) return { hourly_rate: 0, daily_max: null }
  return { hourly_rate: priceOf('hour'), daily_max: priceOf('day') }
}

/** Reads `socket:type2=4` and `socket:type2:output=22 kW`. */
function socketsOf(tags: OsmTags): readonly ChargerBody[] {
  return CONNECTORS.flatMap((connector): ChargerBody[] => {
    const count = numberOf(tags[`socket:${connector}`])
    if (count === null || count === 0) return []
    const power = numberOf(tags[`socket:${connector}:output`]?.replace(/\s*kW$/i, ''))
    return [{ connector, power_kw: power, count, price: null, per: null }]
  })
}

function jsonOf(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch (error) {
    if (error instanceof SyntaxError) return null
    throw error
  }
}

const addressOf = (tags: OsmTags): string | null =>
  tags['addr:full'] ??
  ([tags['addr:housenumber'], tags['addr:street']].filter((part) => part !== undefined).join(' ') || null)

interface ReadElement {
  readonly tags: OsmTags
  readonly ownId: string
  readonly country: CountryCode
}

/** What and where a car park is; values missing from an element stay unknown and are never made up. */
const placeOf = ({ tags, ownId, country }: ReadElement) => ({
  source: tags['baywise:source'] ?? 'openstreetmap',
  source_id: tags['baywise:source_id'] ?? ownId,
  country_code: country,
  state: tags['addr:state'] ?? tags['addr:province'] ?? null,
  city: tags['addr:city'] ?? null,
  name: tags['name'] ?? null,
  address: addressOf(tags),
  kind: tags['baywise:kind'] ?? PARKING[tags['parking'] ?? ''] ?? 'lot',
})

const factsOf = ({ tags }: ReadElement) => ({
  capacity: numberOf(tags['capacity']),
  accessible_spaces: numberOf(tags['capacity:disabled']),
  ev_chargers: numberOf(tags['capacity:charging']),
  height_limit_m: metresOf(tags['maxheight']),
  hours_text: tags['opening_hours'] ?? null,
  chargers: jsonOf(tags['baywise:chargers']) ?? socketsOf(tags),
})

/** Reads an element as a car park. `fallback` is the country for elements that do not state one. */
export function lineOfOsm(raw: unknown, fallback: string | undefined): Result<ParkLine, string> {
  const parsed = v.safeParse(elementSchema, raw)
  if (!parsed.success) return err('no element of OpenStreetMap')
  const { type, id, tags } = parsed.output
  if (tags['amenity'] !== 'parking') return err('not amenity=parking')
  const country = tags['addr:country'] ?? fallback ?? ''
  if (!isCountryCode(country)) return err('addr:country: NG, US, CA or SN, or give --country')
  const { currency } = getCountry(country)
  const at = parsed.output.center ?? parsed.output
  const element = { tags, ownId: `${type}/${String(id)}`, country }
  const list = tags['baywise:tariff']
  if (list !== undefined && jsonOf(list) === null) return err('baywise:tariff: not JSON')
  return parseParkLine(
    JSON.stringify({
      ...{ ...placeOf(element), ...factsOf(element), currency, lat: at.lat ?? null, lng: at.lon ?? null },
      ...(list === undefined ? chargeOf(tags, currency) : { tariff: jsonOf(list) }),
    }),
  )
}

const some = (tags: Readonly<Record<string, string | number | null>>): OsmTags =>
  Object.fromEntries(
    Object.entries(tags).flatMap(([key, value]) => (value === null || value === '' ? [] : [[key, String(value)]])),
  )

/** A line's price as `fee` and `charge` tags. */
function priceTags({ hourly_rate: hourly, daily_max: day, currency, tariff }: ParkLine): OsmTags {
  if (tariff !== null) return { fee: 'yes', 'baywise:tariff': canonicalJson(tariff) }
  if (hourly === 0 && day === null) return { fee: 'no' }
  const charge = [
    ...(hourly === null ? [] : [`${String(hourly)} ${currency}/hour`]),
    ...(day === null ? [] : [`${String(day)} ${currency}/day`]),
  ].join('; ')
  return charge === '' ? {} : { fee: 'yes', charge }
}

const socketTags = (chargers: readonly ChargerBody[]): OsmTags =>
  Object.assign(
    {},
    ...chargers.map(({ connector, power_kw: kw, count }) =>
      some({ [`socket:${connector}`]: count, [`socket:${connector}:output`]: kw === null ? null : `${String(kw)} kW` }),
    ),
    chargers.length === 0 ? {} : { 'baywise:chargers': canonicalJson(chargers) },
  ) as OsmTags

/** Returns the tags of a car park. */
export const tagsOfLine = (line: ParkLine): OsmTags => ({
  amenity: 'parking',
  ...some({
    parking: TAG_OF_KIND[line.kind] ?? null,
    ...{ name: line.name, capacity: line.capacity, maxheight: line.height_limit_m, opening_hours: line.hours_text },
    ...{ 'capacity:disabled': line.accessible_spaces, 'capacity:charging': line.ev_chargers },
    ...{ 'addr:full': line.address, 'addr:city': line.city, 'addr:state': line.state },
    'addr:country': line.country_code,
  }),
  ...priceTags(line),
  ...socketTags(line.chargers),
  ...{ 'baywise:source': line.source, 'baywise:source_id': line.source_id, 'baywise:kind': line.kind },
})

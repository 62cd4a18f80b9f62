import { createHash } from 'node:crypto'
import type { Park } from '../../src/contract/parks.ts'
import { makeParkCode } from '../../src/domain/code.ts'
import type { ParkCode } from '../../src/domain/ids.ts'
import { normaliseText, searchTokens } from '../../src/domain/search-text.ts'
import { parkSlug } from '../../src/domain/slug.ts'
import { must } from '../../src/lib/assert.ts'
import { cellOf } from '../../src/lib/cell.ts'
import type { CopiedPark } from '../repositories/parks-copy.ts'
import { deriveRate, type DerivedRate } from './derive-rate.ts'
import type { FindZone } from './derive-zone.ts'
import type { ParkLine } from './park-line.ts'
import { sandboxCapacity } from './sandbox-fill.ts'

/** The source of every generated park, and of no other. */
export const GENERATED = 'generated'

/** Kinds in the proportions found in cities. */
const KINDS: readonly Park['kind'][] = [
  'garage',
  'garage',
  'garage',
  'lot',
  'lot',
  'lot',
  'lot',
  'street',
  'street',
  'station',
]
const KIND_WORDS: Readonly<Record<Park['kind'], string>> = {
  ...{ garage: 'Garage', lot: 'Lot', street: 'Street Parking', station: 'Station Parking' },
  ...{ airport: 'Airport Parking', stadium: 'Stadium Parking', unknown: 'Parking' },
}
const CLEARANCES_M = [1.8, 1.9, 2, 2.1, 2.2, 2.4, 3, 4.2]
/** Distance of a park from its real place in degrees of latitude: about 2.5 km for most. */
const SPREAD = 0.0225

/** Returns numbers from 0 to below 1, always the same for a seed (mulberry32). */
function seededRandom(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface RealPlace {
  readonly line: ParkLine & { readonly lat: number; readonly lng: number }
  readonly timezone: string
  /** Without the house number; the city where no address is known. */
  readonly street: string
}

const streetOf = ({ address, city, state }: ParkLine): string => {
  const street =
    (address ?? '')
      .split(',')[0]
      ?.replace(/^[\d\s/-]+/, '')
      .trim() ?? ''
  return street === '' ? (city ?? state ?? 'Central') : street.slice(0, 60)
}

const toPlaces = (lines: readonly ParkLine[], findZone: FindZone): readonly RealPlace[] =>
  lines.flatMap((line) => {
    const { lat, lng, countryCode, state } = { ...line, countryCode: line.country_code }
    if (lat === null || lng === null) return []
    const timezone = findZone({ countryCode, state, position: { lat, lng } })
    return [{ line: { ...line, lat, lng }, timezone, street: streetOf(line) }]
  })

/** Returns each code once, in a seemingly random order; a country has 2 to the 20th. */
function codeSource(seed: number, taken: ReadonlySet<string>): (country: ParkLine['country_code']) => ParkCode {
  const counters = new Map<string, number>()
  return (country) => {
    for (;;) {
      const count = (counters.get(country) ?? 0) + 1
      counters.set(country, count)
      if (count > 2 ** 20) throw new Error(`${country} has no code left for another park`)
      const mixed = (Math.imul(count, 0x9e375) + Math.imul(seed, 0x3c6ef)) & 0xfffff
      const code = makeParkCode(country, Uint8Array.of(mixed >> 15, mixed >> 10, mixed >> 5, mixed))
      if (!taken.has(code)) return code
    }
  }
}

export interface GenerateOptions {
  readonly count: number
  readonly seed: number
  /** Real parks around which the generated ones are scattered. */
  readonly lines: readonly ParkLine[]
  readonly findZone: FindZone
  /** Codes already in use. */
  readonly taken: ReadonlySet<string>
}

/**
 * Generates parks around real ones, always the same for a seed. Everything but the place is made up and listed in
 * `demoFields`.
 */
export function* generateParks({ count, seed, lines, findZone, taken }: GenerateOptions): Generator<CopiedPark> {
  const random = seededRandom(seed)
  const pick = <T>(values: readonly T[]): T => must(values[Math.floor(random() * values.length)], 'a choice')
  const places = toPlaces(lines, findZone)
  const nextCode = codeSource(seed, taken)
  const rates = new Map<string, DerivedRate>()
  for (let n = 1; n <= count; n += 1) {
    const place = pick(places)
    const kind = pick(KINDS)
    const sourceId = `${String(seed)}-${String(n)}`
    const line = { ...toLine(place, kind), source_id: sourceId }
    // One tariff per real place and kind: the streets of a neighbourhood cost the same.
    const key = `${place.line.source}/${place.line.source_id}/${kind}`
    const rate = rates.get(key) ?? deriveRate({ ...line, source_id: key }, true)
    rates.set(key, rate)
    yield toPark(line, { place, rate, random, code: nextCode(line.country_code), number: n })
  }
}

const toLine = ({ line }: RealPlace, kind: Park['kind']): ParkLine => ({
  ...{ source: GENERATED, source_id: '', country_code: line.country_code, state: line.state, city: line.city },
  ...{ name: null, address: null, lat: line.lat, lng: line.lng, capacity: null, rates_text: null, hourly_rate: null },
  ...{ daily_max: null, currency: line.currency, height_limit_m: null, ev_chargers: null, accessible_spaces: null },
  ...{ hours_text: null, chargers: [], tariff: null, kind },
})

interface Drawn {
  readonly place: RealPlace
  readonly rate: DerivedRate
  readonly random: () => number
  readonly code: ParkCode
  readonly number: number
}

/** The sum of three random numbers approximates a normal distribution: dense in the middle, without outliers. */
const bell = (random: () => number): number => (random() + random() + random() - 1.5) * 2 * SPREAD

function toPark(line: ParkLine, { place, rate, random, code, number }: Drawn): CopiedPark {
  const at = place.line
  const lat = Math.round((at.lat + bell(random)) * 1e6) / 1e6
  const lng = Math.round((at.lng + bell(random) / Math.cos((at.lat * Math.PI) / 180)) * 1e6) / 1e6
  const name = `${place.street} ${KIND_WORDS[line.kind]} ${String(number)}`
  const address = `${String(1 + Math.floor(random() * 1_999))} ${place.street}`
  const isGarage = line.kind === 'garage'
  const evChargers = random() < 0.08 ? 1 + Math.floor(random() * 12) : null
  const accessibleSpaces = random() < 0.12 ? 1 + Math.floor(random() * 8) : null
  const heightLimitM = isGarage ? (CLEARANCES_M[Math.floor(random() * CLEARANCES_M.length)] ?? null) : null
  const tokens = searchTokens([name, line.city, address, line.state].filter((part) => part !== null).join(' '))
  return {
    ...{ source: line.source, sourceId: line.source_id, name, address, city: line.city, state: line.state },
    ...{ countryCode: line.country_code, lat, lng, cell: cellOf(lat, lng), timezone: place.timezone, kind: line.kind },
    ...{ capacity: sandboxCapacity(line), currency: line.currency, heightLimitM, evChargers, accessibleSpaces },
    chargers: [],
    covered: isGarage ? true : null,
    openingHours: null,
    amenities: [
      ...(evChargers === null ? [] : ['ev_charging']),
      ...(accessibleSpaces === null ? [] : ['accessible']),
      ...(isGarage ? ['covered'] : []),
    ],
    demoFields: ['name', 'address', 'position', 'capacity', 'tariff'],
    attribution: 'Made up for tests',
    tokens: [...tokens, normaliseText(code)],
    rate,
    fingerprint: createHash('sha256').update(`${line.source_id} ${code}`).digest('hex'),
    code,
    slug: parkSlug({ name, kind: line.kind, city: line.city, code }),
  }
}

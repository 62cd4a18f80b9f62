/**
 * A file of a region pack: complete cells of car parks with their tariffs, as columnar JSON. Data shared by many car
 * parks (a tariff with its taxes, a city with its source) is a table row, referenced by index. Derivable data (code,
 * slug, the cell's part of the coordinates) is omitted; `odd` holds it for the few car parks where the derived value
 * would be wrong.
 */
import * as v from 'valibot'
import { parkCodeOf } from '../domain/code.ts'
import { toParkCode } from '../domain/ids.ts'
import { parkSlug } from '../domain/slug.ts'
import { must } from '../lib/assert.ts'
import { type Cell, cellOf, cornerMicro } from '../lib/cell.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { chargerSchema } from './chargers.ts'
import { listUpTo } from './common.ts'
import { parkSchema, type Park } from './parks.ts'
import { rateSchema } from './tariff.ts'

const VERSION = 1

/** Limit per file, so that a hostile file cannot exhaust a phone's memory. */
const MAX_ENTRIES = 100_000

/** A complete cell. */
export interface ParkTileOfPack {
  readonly cell: Cell
  readonly parks: Park[]
}

const many = <T extends v.GenericSchema>(item: T) => listUpTo(item, MAX_ENTRIES)
const wholeUpTo = (most: number) => v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(most))
const numbers = many(wholeUpTo(MAX_ENTRIES))
const { entries } = parkSchema

/** Car parks share data in three groups: rate, place and kind. */
const rateEntries = {
  tariff_version: entries.tariff_version,
  hourly_from: entries.hourly_from,
  currency: entries.currency,
  rate: v.omit(rateSchema, ['valid_until']),
}
const placeEntries = {
  country_code: entries.country_code,
  state: entries.state,
  city: entries.city,
  timezone: entries.timezone,
  source: entries.source,
  attribution: entries.attribution,
  demo: entries.demo,
  demo_fields: entries.demo_fields,
  version: entries.version,
  updated_at: entries.updated_at,
}
const kindEntries = { kind: entries.kind, covered: entries.covered, amenities: entries.amenities }

/** Columns with one value per car park. */
const ownColumns = {
  name: many(entries.name),
  address: many(entries.address),
  capacity: many(entries.capacity),
  height_limit_m: many(entries.height_limit_m),
  ev_chargers: many(entries.ev_chargers),
  accessible_spaces: many(entries.accessible_spaces),
  opening_hours: many(entries.opening_hours),
}

type OwnKey = keyof typeof ownColumns
const OWN = Object.keys(ownColumns) as OwnKey[]

const difference = v.pipe(v.number(), v.integer(), v.minValue(-(2 ** 31)), v.maxValue(2 ** 31))
const offsets = many(wholeUpTo(49_999))

const packSchema = v.object({
  v: v.literal(VERSION),
  /** Cells, delta-encoded, and the number of car parks in each. */
  cells: many(difference),
  parks: numbers,
  rates: many(v.object(rateEntries)),
  places: many(v.object(placeEntries)),
  kinds: many(v.object(kindEntries)),
  /** For each car park, its row in each table. */
  rate: numbers,
  place: numbers,
  kind: numbers,
  /** Delta-encoded. */
  id: many(difference),
  /** Four characters per car park; country and check character are derived. */
  code: v.pipe(v.string(), v.maxLength(4 * MAX_ENTRIES), v.regex(/^[0-9A-HJKMNP-TV-Z]*$/)),
  /** Offset from the cell's south-west corner, in millionths of a degree. */
  lat: offsets,
  lng: offsets,
  ...ownColumns,
  /** By index, for the few car parks with known kinds of chargers; without live data of their feed. */
  chargers: v.optional(many(v.tuple([wholeUpTo(MAX_ENTRIES), v.array(chargerSchema)])), () => []),
  /** By index, for car parks with reviews: mean in tenths of a star, and count. */
  ratings: v.optional(
    many(v.tuple([wholeUpTo(MAX_ENTRIES), wholeUpTo(50), v.pipe(v.number(), v.integer(), v.minValue(1))])),
    () => [],
  ),
  odd: many(v.tuple([wholeUpTo(MAX_ENTRIES), v.partial(v.pick(parkSchema, ['code', 'slug', 'lat', 'lng']))])),
})
type Pack = v.InferOutput<typeof packSchema>
type Odd = Pack['odd'][number][1]

/** Deduplicated rows in order of first insertion. */
class Table<T> {
  readonly rows: T[] = []
  readonly #places = new Map<string, number>()

  add(row: T): number {
    const key = JSON.stringify(row)
    const known = this.#places.get(key)
    if (known !== undefined) return known
    this.#places.set(key, this.rows.length)
    return this.rows.push(row) - 1
  }
}

/** Delta-encodes; `sums` decodes. */
const differences = (values: readonly number[]): number[] =>
  values.map((value, index) => value - (values[index - 1] ?? 0))

function sums(values: readonly number[]): number[] {
  let sum = 0
  return values.map((value) => (sum += value))
}

const pickOf = <K extends keyof Park>(park: Park, shape: Readonly<Record<K, unknown>>): Pick<Park, K> =>
  Object.fromEntries(Object.keys(shape).map((key) => [key, park[key as K]])) as Pick<Park, K>

/** Inputs of the values that a pack omits unless `odd` has them. */
interface Derived {
  readonly cell: Cell
  readonly country: Park['country_code']
  readonly codeBody: string
  readonly lat: number
  readonly lng: number
  readonly odd: Odd | undefined
}

function derive(at: Derived, named: Pick<Park, 'name' | 'kind' | 'city'>) {
  const { cell, odd } = at
  const corner = cornerMicro(cell)
  const code = odd?.code ?? parkCodeOf(at.country, at.codeBody)
  return {
    code,
    slug: odd?.slug ?? parkSlug({ ...named, code: toParkCode(code) }),
    lat: odd?.lat ?? (corner.lat + at.lat) / 1e6,
    lng: odd?.lng ?? (corner.lng + at.lng) / 1e6,
  }
}

const REGULAR_CODE = /^[A-Z]{2}([0-9A-HJKMNP-TV-Z]{4})[0-9A-HJKMNP-TV-Z]$/

function packPark(cell: Cell, park: Park) {
  const corner = cornerMicro(cell)
  const at = {
    cell,
    country: park.country_code,
    codeBody: REGULAR_CODE.exec(park.code)?.[1] ?? '0000',
    lat: Math.round((must(park.lat, 'latitude') + 90) * 1e6) - 90_000_000 - corner.lat,
    lng: Math.round((must(park.lng, 'longitude') + 180) * 1e6) - 180_000_000 - corner.lng,
  }
  const odd: Odd = {}
  for (const key of ['code', 'slug', 'lat', 'lng'] as const) {
    // In this order: the slug derives from the code, whether derived or odd.
    if (derive({ ...at, odd }, park)[key] !== park[key]) Object.assign(odd, { [key]: park[key] })
  }
  return { at, odd }
}

/** Builds the body of a file for `JSON.stringify`; the output is deterministic. A park without coordinates is a bug. */
export function packParks(tiles: ReadonlyArray<{ readonly cell: Cell; readonly parks: readonly Park[] }>): unknown {
  const parks = tiles.flatMap((tile) => tile.parks)
  const packed = tiles.flatMap((tile) => tile.parks.map((park) => packPark(tile.cell, park)))
  const [rates, places, kinds] = [new Table<unknown>(), new Table<unknown>(), new Table<unknown>()]
  const lasting = ({ tariff, taxes, tariff_version }: Park['rate']) => ({ tariff, taxes, tariff_version })
  return {
    v: VERSION,
    cells: differences(tiles.map(({ cell }) => cell)),
    parks: tiles.map((tile) => tile.parks.length),
    rate: parks.map((park) => rates.add({ ...pickOf(park, rateEntries), rate: lasting(park.rate) })),
    place: parks.map((park) => places.add(pickOf(park, placeEntries))),
    kind: parks.map((park) => kinds.add(pickOf(park, kindEntries))),
    rates: rates.rows,
    places: places.rows,
    kinds: kinds.rows,
    id: differences(parks.map(({ id }) => id)),
    code: packed.map(({ at }) => at.codeBody).join(''),
    lat: packed.map(({ at }) => at.lat),
    lng: packed.map(({ at }) => at.lng),
    ...Object.fromEntries(OWN.map((key) => [key, parks.map((park) => park[key])])),
    chargers: parks.flatMap(({ chargers }, index) => (chargers === undefined ? [] : [[index, chargers]])),
    ratings: parks.flatMap(({ rating }, index) =>
      rating === undefined ? [] : [[index, Math.round(rating.stars * 10), rating.count]],
    ),
    odd: packed.flatMap(({ odd }, index) => (Object.keys(odd).length === 0 ? [] : [[index, odd]])),
  }
}

export type UnpackError = 'unknown_version' | 'malformed'

const versioned = v.object({ v: v.pipe(v.number(), v.integer(), v.notValue(VERSION)) })

/** Reads the tiles from a file's parsed JSON. A newer version is reported separately from a malformed file. */
export function unpackParks(
  body: unknown,
  { valid_until }: Pick<Park['rate'], 'valid_until'>,
): Result<readonly ParkTileOfPack[], UnpackError> {
  if (v.is(versioned, body)) return err('unknown_version')
  const parsed = v.safeParse(packSchema, body)
  const tiles = parsed.success ? tilesOf(parsed.output, valid_until) : undefined
  return tiles === undefined ? err('malformed') : ok(tiles)
}

/** Returns undefined when column lengths disagree, a car park lies outside its cell, or an id or cell is repeated. */
function tilesOf(pack: Pack, validUntil: string): readonly ParkTileOfPack[] | undefined {
  const cells = sums(pack.cells)
  const total = pack.parks.reduce((sum, parks) => sum + parks, 0)
  const columns = [pack.rate, pack.place, pack.kind, pack.id, pack.lat, pack.lng, ...OWN.map((key) => pack[key])]
  if (cells.length !== pack.parks.length || pack.code.length !== 4 * total) return undefined
  if (columns.some(({ length }) => length !== total)) return undefined
  const readPark = createReader(pack, validUntil)
  const tiles = cells.map((cell) => ({ cell, parks: [] as Park[] }))
  const ids = new Set<number>()
  let index = 0
  for (const [at, { cell, parks }] of tiles.entries()) {
    for (let left = pack.parks[at] ?? 0; left > 0; left -= 1, index += 1) {
      const park = readPark(cell, index)
      if (park === undefined) return undefined
      ids.add(park.id)
      parks.push(park)
    }
  }
  return ids.size === total && new Set(cells).size === cells.length ? tiles : undefined
}

/** Returns a function that reads a car park by its column index. Car parks with the same rate share one object. */
function createReader(pack: Pack, validUntil: string): (cell: Cell, index: number) => Park | undefined {
  const ids = sums(pack.id)
  const odds = new Map(pack.odd)
  const chargers = new Map(pack.chargers)
  const ratings = new Map(pack.ratings.map(([index, tenths, count]) => [index, { stars: tenths / 10, count }]))
  const rates = pack.rates.map((row) => ({ ...row, rate: { ...row.rate, valid_until: validUntil } }))
  return (cell, index) => {
    const rate = rates[pack.rate[index] ?? -1]
    const place = pack.places[pack.place[index] ?? -1]
    const kind = pack.kinds[pack.kind[index] ?? -1]
    if (rate === undefined || place === undefined || kind === undefined) return undefined
    const own = Object.fromEntries(OWN.map((key) => [key, pack[key][index]])) as Pick<Park, OwnKey>
    const at = {
      ...{ cell, country: place.country_code, codeBody: pack.code.slice(4 * index, 4 * index + 4) },
      ...{ lat: pack.lat[index] ?? 0, lng: pack.lng[index] ?? 0, odd: odds.get(index) },
    }
    const derived = derive(at, { name: own.name, kind: kind.kind, city: place.city })
    const id = ids[index] ?? 0
    if (id < 1 || cellOf(derived.lat, derived.lng) !== cell) return undefined
    const kinds = chargers.get(index)
    const charging = kinds === undefined ? {} : { chargers: kinds }
    const rating = ratings.get(index)
    const rated = rating === undefined ? {} : { rating }
    return {
      id,
      ...derived,
      ...own,
      ...charging,
      ...rated,
      ...place,
      ...kind,
      ...rate,
      available: null,
      available_at: null,
    }
  }
}

/**
 * Packs `data/places*.ndjson` and the towns of the base map into `data/places/places-<country>.json`, which the app
 * loads on demand. An operator adds places with another file of that name pattern. The format is described and read by
 * `src/domain/places/place-pack.ts`. Same input, same bytes: `node scripts/pack-places.ts [output folder]`.
 */
import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { decodeBasemap, type BasemapFile, type BasemapPlace } from '../src/domain/basemap.ts'
import { COUNTRIES } from '../src/domain/country.ts'
import { LISTED_KINDS, type ListedKind, NEAR_METRES } from '../src/domain/listed-kinds.ts'
import { PLACE_KINDS, type PlaceKind, UNRANKED } from '../src/domain/places/place.ts'
import type { PlacePack } from '../src/domain/places/place-pack.ts'
import { normaliseText } from '../src/domain/search-text.ts'
import { distanceMetres, type LatLng } from '../src/lib/cell.ts'
import { must } from '../src/lib/assert.ts'
import { encodePoints } from './encode-points.ts'

const OUTPUT = process.argv[2] ?? 'data/places'
const POINT_DECIMALS = 4
/** A town of the base map matches the city of the same name within this distance. */
const SAME_CITY_METRES = 40_000

/** A line of the source; see `data/README.md`. */
interface SourceRow extends LatLng {
  readonly name: string
  readonly names: readonly string[]
  readonly kind: PlaceKind
  readonly city: string | null
  readonly state: string | null
  readonly country_code: string
}

const readRows = (): readonly SourceRow[] =>
  globSync('data/places*.ndjson')
    .toSorted()
    .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
    .map((line) => JSON.parse(line) as SourceRow)

const toLine = (text: string): string => text.replace(/\s+/g, ' ').trim()
const cityOf = (row: SourceRow): string => toLine(row.city ?? '')
const stateOf = (row: SourceRow): string => toLine(row.state ?? '')
const keyOf = (row: SourceRow): string => `${stateOf(row)}\t${cityOf(row)}`

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const inOrder = (a: SourceRow, b: SourceRow): number =>
  compare(keyOf(a), keyOf(b)) ||
  PLACE_KINDS.indexOf(a.kind) - PLACE_KINDS.indexOf(b.kind) ||
  compare(a.name, b.name) ||
  a.lat - b.lat

const townName = (name: string): string => normaliseText(name).replace(/ city$/, '')
type TownsByName = ReadonlyMap<string, readonly BasemapPlace[]>

function rankOf(rows: readonly SourceRow[], towns: TownsByName): number {
  const [first] = rows
  if (first === undefined) return UNRANKED
  const named = towns.get(townName(cityOf(first))) ?? []
  const found = named.find(
    (town) =>
      town.countryCode === first.country_code && rows.some((row) => distanceMetres(row, town) < SAME_CITY_METRES),
  )
  return found?.rank ?? UNRANKED
}

const namesOf = (row: SourceRow): string => {
  const name = toLine(row.name)
  const others = row.names.map(toLine).filter((other) => other !== '' && other !== name)
  return [name === cityOf(row) ? '' : name, ...new Set(others)].join('\t')
}

interface ParkRow extends LatLng {
  readonly kind: string
}

const PARKS: readonly ParkRow[] = ['data/parks.ndjson', 'data/parks.midtown.ndjson']
  .flatMap((file) => readFileSync(file, 'utf8').trim().split('\n'))
  .map(
    (line) => JSON.parse(line) as { readonly kind: string; readonly lat: number | null; readonly lng: number | null },
  )
  .flatMap(({ kind, lat, lng }) => (lat === null || lng === null ? [] : [{ kind, lat, lng }]))

/** Two names within this distance are one place; two entries with the same name may be farther apart. */
const SAME_PLACE_METRES: Readonly<Record<ListedKind, number>> = {
  airport: 300,
  stadium: 300,
  station: 300,
  city: 5_000,
}
const SAME_NAME_METRES = 2_000
/** Airfields that nobody parks at to fly. */
const NO_AIRPORT = /\b(?:heliport|afb|air force|naval|army|sea ?plane)\b/i

const isSame = (a: SourceRow, b: SourceRow, kind: ListedKind): boolean =>
  distanceMetres(a, b) <
  (a.name === b.name ? Math.max(SAME_NAME_METRES, SAME_PLACE_METRES[kind]) : SAME_PLACE_METRES[kind])

/** More than the largest of `NEAR_METRES`: latitude alone rules out most car parks. */
const MOST_DEGREES = 0.06

/**
 * Places of a kind near a car park: first those with a car park of that kind, then those in large towns, then those
 * with the most car parks.
 */
function findNearParks(
  rows: readonly SourceRow[],
  kind: ListedKind,
  rankAt: (row: number) => number,
): readonly number[] {
  const near = rows.flatMap((row, index) => {
    if (row.kind !== kind || (kind === 'airport' && NO_AIRPORT.test(row.name))) return []
    const around = PARKS.filter(
      (park) => Math.abs(park.lat - row.lat) < MOST_DEGREES && distanceMetres(park, row) <= NEAR_METRES[kind],
    )
    const own = around.some((park) => park.kind === kind)
    return around.length === 0 ? [] : [{ index, row, own, count: around.length, rank: rankAt(index) }]
  })
  const ordered = near.toSorted(
    (a, b) => Number(b.own) - Number(a.own) || a.rank - b.rank || b.count - a.count || a.index - b.index,
  )
  return ordered
    .filter(({ row }, at) => !ordered.slice(0, at).some((before) => isSame(before.row, row, kind)))
    .map(({ index }) => index)
}

function toPack(country: string, rows: readonly SourceRow[], towns: TownsByName): PlacePack {
  const cities = [...Map.groupBy(rows, keyOf).values()]
  const heads = cities.map((group) => must(group[0], 'a row of the city'))
  const states = [...new Set(heads.map(stateOf))]
  const ranks = cities.flatMap((group) => {
    const rank = rankOf(group, towns)
    return group.map(() => rank)
  })
  const nearParks = Object.fromEntries(
    LISTED_KINDS.map((kind) => [kind, findNearParks(rows, kind, (row) => ranks[row] ?? UNRANKED)]),
  ) as PlacePack['nearParks']
  return {
    format: 1,
    country,
    states: states.join('\n'),
    cities: heads.map(cityOf).join('\n'),
    stateOf: heads.map((head) => states.indexOf(stateOf(head))),
    rowsOf: cities.map((group) => group.length),
    rankOf: cities.map((group) => rankOf(group, towns)),
    names: rows.map(namesOf).join('\n'),
    kinds: rows.map(({ kind }) => PLACE_KINDS.indexOf(kind).toString(36)).join(''),
    points: encodePoints(
      rows.map(({ lat, lng }) => [lng, lat]),
      { decimals: POINT_DECIMALS, keepAll: true },
    ),
    nearParks,
  }
}

/** Towns of the base map missing from the source, such as Washington, D.C. */
function missingTowns(rows: readonly SourceRow[], towns: readonly BasemapPlace[]): readonly SourceRow[] {
  const known = Map.groupBy(
    rows.filter(({ kind }) => kind === 'city'),
    ({ name }) => normaliseText(name),
  )
  return towns
    .filter((town) => !known.get(normaliseText(town.name))?.some((row) => distanceMetres(row, town) < SAME_CITY_METRES))
    .map(({ name, state, countryCode, lat, lng }) => ({
      ...{ name, names: [], kind: 'city', city: name, state, country_code: countryCode },
      ...{ lat, lng },
    }))
}

const towns = decodeBasemap(JSON.parse(readFileSync('data/basemap/basemap.json', 'utf8')) as BasemapFile).places
const source = readRows()
const townsByName = Map.groupBy(towns, ({ name }) => townName(name))
const all = [...source, ...missingTowns(source, towns)]
const wrong = all.find((row) => !PLACE_KINDS.includes(row.kind) || Math.abs(row.lat) > 90 || Math.abs(row.lng) > 180)
if (wrong !== undefined) throw new Error(`Not a place: ${JSON.stringify(wrong)}`)
mkdirSync(OUTPUT, { recursive: true })
for (const { code } of COUNTRIES) {
  const rows = all.filter((row) => row.country_code === code).toSorted(inOrder)
  const text = JSON.stringify(toPack(code, rows, townsByName))
  writeFileSync(path.join(OUTPUT, `places-${code}.json`), text)
  const brotli = brotliCompressSync(text).length
  console.log(
    `${code}: ${String(rows.length)} places, ${String(text.length)} characters, ${String(brotli)} bytes in brotli`,
  )
}

/**
 * Built for a browser and run there: 100,000 car parks on a phone, stored as the app does and in two other ways.
 * Milliseconds.
 */
import { Dexie, type Table } from 'dexie'
import { groupCells } from '../provider/rules/pack-files.ts'
import { packParks, unpackParks } from '../src/contract/park-pack.ts'
import type { Park } from '../src/contract/parks.ts'
import { applyPackedTiles } from '../src/db/apply/region-tile.ts'
import { databases } from '../src/db/databases.ts'
import { readParkSearch } from '../src/db/read/park-search.ts'
import { readParksNear } from '../src/db/read/parks-near.ts'
import { searchTokens } from '../src/domain/search-text.ts'
import { cellOf, cellRanges, distanceMetres, type LatLng } from '../src/lib/cell.ts'
import { must } from '../src/lib/assert.ts'
import { FILES_AT_ONCE } from '../src/sync/packs/apply-pack.ts'
import { createRandom } from '../tests/domain/places/support/random.ts'
import { makePark, makeRate } from '../tests/screens/find/park-fixture.ts'

/** `app`: the mirror; `rows`: Dexie with a row and indexes for each park; `tiles`: cells in bare IndexedDB, the floor. */
export type Way = 'app' | 'rows' | 'tiles'

export interface Loaded {
  readonly ms: number
  readonly longestTask: number
}

const NEAREST = 50
/** Widened as in the app, so that the ways differ only in storage. */
const RADII = [1_500, 7_500, 37_500, 50_000]
const TOWNS = 240
/** Degrees: the size of a large town. */
const SPREAD = 0.18
const TILES = 'bench-tiles'
const SAVED_AT = Date.UTC(2026, 10, 23)
const VALID_UNTIL = '2026-11-24T00:00:00Z'
const STREETS = ['Bedford', 'Charles', 'Isabella', 'Wellesley', 'Marina', 'Broad', 'Pompidou', 'Faidherbe']

const between = (random: () => number, from: number, to: number): number => from + random() * (to - from)

/** As precise as a region's import file. */
const toMicro = (degrees: number): number => Math.round(degrees * 1e6) / 1e6

/** Town centres between the tropics and the north, the same in each run. */
export function makeTowns(): readonly LatLng[] {
  const random = createRandom(12)
  return Array.from({ length: TOWNS }, () => ({ lat: between(random, 4, 52), lng: between(random, -124, 12) }))
}

function makeParks(count: number): readonly Park[] {
  const random = createRandom(100)
  const towns = makeTowns()
  const spread = (): number => (random() + random() - 1) * SPREAD
  return Array.from({ length: count }, (_, index) => {
    // Large towns have the most car parks.
    const number = Math.floor(random() ** 3 * towns.length)
    const town = towns[number] ?? { lat: 0, lng: 0 }
    const [city, state] = [`Town${String(number)}`, `Region${String(number % 30)}`]
    const id = index + 1
    const code = `B${id.toString(36).toUpperCase().padStart(6, '0')}`
    const street = `${String(id % 400)} ${STREETS[id % STREETS.length] ?? ''} Street`
    const [lat, lng] = [toMicro(town.lat + spread()), toMicro(town.lng + spread())]
    const name = `${STREETS[(id * 7) % STREETS.length] ?? ''} Garage ${String(id)}`
    const rate = makeRate(100 + (id % 40) * 50)
    return makePark({ id, code, slug: `p-${code}`, name, address: street, city, state, lat, lng, rate })
  })
}

function toCells(parks: readonly Park[]): ReadonlyMap<number, Park[]> {
  const cells = new Map<number, Park[]>()
  for (const park of parks) {
    const cell = cellOf(park.lat ?? 0, park.lng ?? 0)
    const there = cells.get(cell)
    if (there === undefined) cells.set(cell, [park])
    else there.push(park)
  }
  return cells
}

interface Tile {
  readonly cell: number
  readonly parks: Park[]
}

/** The files of a country as stored on the phone: texts, cut as the provider cuts them. */
const toFiles = (cells: ReadonlyMap<number, Park[]>): readonly string[] =>
  groupCells([...cells].map(([cell, parks]) => ({ cell, parks: parks.length, changes: 0 }))).map((file) =>
    JSON.stringify(packParks(file.map(({ cell }) => ({ cell, parks: cells.get(cell) ?? [] })))),
  )

function readFile(text: string): readonly Tile[] {
  const tiles = unpackParks(JSON.parse(text), { valid_until: VALID_UNTIL })
  return must(tiles.ok ? tiles.value : undefined, 'a file of our own')
}

interface ParkRow extends Park {
  readonly cell: number
  readonly tokens: readonly string[]
}

class RowsDb extends Dexie {
  declare readonly parks: Table<ParkRow, number>

  constructor() {
    super('bench-rows', { chromeTransactionDurability: 'relaxed', cache: 'disabled' })
    this.version(1).stores({ parks: 'id, slug, code, cell, *tokens, [country_code+name]' })
  }
}

const rows = new RowsDb()
let opened: Promise<IDBDatabase> | undefined

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(new Error('IndexedDB', { cause: request.error })))
  })

function openTiles(): Promise<IDBDatabase> {
  const request = indexedDB.open(TILES, 1)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore('tiles', { keyPath: 'cell' }))
  return answerOf(request)
}

/** Stores some files. */
const LOADS: Readonly<Record<Way, (tiles: readonly Tile[]) => Promise<void>>> = {
  app: (tiles) => applyPackedTiles(databases, { tiles, madeAt: SAVED_AT, savedAt: SAVED_AT }),
  rows: async (tiles) => {
    await rows.parks.bulkPut(
      tiles.flatMap(({ cell, parks }) =>
        parks.map((park) => ({
          ...park,
          cell,
          tokens: searchTokens(`${park.name} ${park.address ?? ''} ${park.city ?? ''} ${park.state ?? ''}`),
        })),
      ),
    )
  },
  tiles: async (tiles) => {
    opened ??= openTiles()
    const tx = (await opened).transaction('tiles', 'readwrite')
    for (const tile of tiles) tx.objectStore('tiles').put(tile)
    await new Promise((resolve) => tx.addEventListener('complete', resolve))
  },
}

const rest = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

/**
 * Makes the parks, then stores them. Reading the files is not timed: it is the same for all ways, and no way keeps all
 * files in memory.
 */
export async function load(way: Way, count: number): Promise<Loaded> {
  const files = toFiles(toCells(makeParks(count)))
  const tasks: PerformanceEntry[] = []
  // Tasks that end before the observer starts are not reported.
  await rest(200)
  new PerformanceObserver((list) => tasks.push(...list.getEntries())).observe({ type: 'longtask' })
  const turns: { readonly from: number; readonly to: number }[] = []
  for (let at = 0; at < files.length; at += FILES_AT_ONCE) {
    const tiles = files.slice(at, at + FILES_AT_ONCE).flatMap(readFile)
    await rest(0)
    const from = performance.now()
    await LOADS[way](tiles)
    turns.push({ from, to: performance.now() })
    await rest(0)
  }
  await rest(200)
  const isOfLoad = ({ startTime }: PerformanceEntry): boolean =>
    turns.some(({ from, to }) => startTime >= from && startTime <= to)
  return {
    ms: turns.reduce((sum, { from, to }) => sum + to - from, 0),
    longestTask: Math.max(0, ...tasks.filter(isOfLoad).map(({ duration }) => duration)),
  }
}

/** Nearest first; the circle is widened until there are enough. */
async function nearestIn(at: LatLng, within: (range: readonly [number, number]) => Promise<readonly Park[]>) {
  for (const radius of RADII) {
    const found = (await Promise.all(cellRanges(at, radius).map(within))).flat()
    const near = found
      .map((park) => ({ park, distance: distanceMetres(at, { lat: park.lat ?? 0, lng: park.lng ?? 0 }) }))
      .filter(({ distance }) => distance <= radius)
    if (near.length < NEAREST && radius !== RADII.at(-1)) continue
    return near.toSorted((a, b) => a.distance - b.distance || a.park.id - b.park.id).slice(0, NEAREST)
  }
  return []
}

const FINDS: Readonly<Record<Way, (at: LatLng) => Promise<readonly number[]>>> = {
  app: async (at) =>
    (await readParksNear({ at, limit: NEAREST, radiusMetres: RADII.at(-1) ?? 0 })).value.map(({ id }) => id),
  rows: async (at) =>
    (await nearestIn(at, ([from, to]) => rows.parks.where('cell').between(from, to, true, true).toArray())).map(
      ({ park }) => park.id,
    ),
  tiles: async (at) => {
    opened ??= openTiles()
    const store = (await opened).transaction('tiles').objectStore('tiles')
    const read = async ([from, to]: readonly [number, number]): Promise<readonly Park[]> => {
      const tiles = (await answerOf(store.getAll(IDBKeyRange.bound(from, to)))) as readonly Tile[]
      return tiles.flatMap(({ parks }) => parks)
    }
    return (await nearestIn(at, read)).map(({ park }) => park.id)
  },
}

export interface Found {
  readonly ms: number
  readonly ids: readonly number[]
}

/** On a page that has read nothing yet, so opening the database is included. */
export async function find(way: Way, at: LatLng): Promise<Found> {
  const startedAt = performance.now()
  const ids = await FINDS[way](at)
  return { ms: performance.now() - startedAt, ids }
}

/** Searches around random towns one after the other, after one warm-up round. */
export async function findOften(way: Way, times: number): Promise<readonly number[]> {
  const random = createRandom(50)
  const towns = makeTowns()
  const took: number[] = []
  for (let round = 0; round < times + 10; round += 1) {
    const town = towns[Math.floor(random() ** 3 * towns.length)] ?? { lat: 0, lng: 0 }
    const { ms } = await find(way, { lat: town.lat + random() * 0.02, lng: town.lng + random() * 0.02 })
    if (round >= 10) took.push(ms)
  }
  return took
}

/**
 * Types words found in all car parks, in every eighth, in one town's and in a single one, on a page with all of them
 * loaded.
 */
export async function typeOften(times: number): Promise<readonly number[]> {
  const took: number[] = []
  for (let round = 0; round < times; round += 1) {
    const startedAt = performance.now()
    await readParkSearch({ text: ['garage', 'pompidou', 'town7', `b${String(round)}`][round % 4] ?? '', limit: 5 })
    took.push(performance.now() - startedAt)
  }
  return took
}

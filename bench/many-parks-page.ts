/** Built for a browser and run there: 100,000 car parks on a phone, as the app keeps them and in two other ways. Milliseconds. */
import { Dexie, type Table } from 'dexie'
import { groupCells } from '../provider/rules/pack-files.ts'
import type { Park } from '../src/contract/parks.ts'
import { applyPackedTiles } from '../src/db/apply/region-tile.ts'
import { databases } from '../src/db/databases.ts'
import { readParkSearch } from '../src/db/read/park-search.ts'
import { readParksNear } from '../src/db/read/parks-near.ts'
import { searchTokens } from '../src/domain/search-text.ts'
import { cellOf, cellRanges, distanceMetres, type LatLng } from '../src/lib/cell.ts'
import { createRandom } from '../tests/domain/places/support/random.ts'
import { makePark, makeRate } from '../tests/screens/find/park-fixture.ts'

/** `app`: the mirror; `rows`: Dexie with a row and indexes for each park; `tiles`: cells in bare IndexedDB, the floor. */
export type Way = 'app' | 'rows' | 'tiles'

export interface Loaded {
  readonly ms: number
  readonly longestTask: number
}

const NEAREST = 50
/** As the app widens them: the ways differ in what they keep alone. */
const RADII = [1_500, 7_500, 37_500, 50_000]
const TOWNS = 240
/** Degrees: a large town. */
const SPREAD = 0.18
const TILES = 'bench-tiles'
const SAVED_AT = Date.UTC(2026, 10, 23)
const STREETS = ['Bedford', 'Charles', 'Isabella', 'Wellesley', 'Marina', 'Broad', 'Pompidou', 'Faidherbe']

const between = (random: () => number, from: number, to: number): number => from + random() * (to - from)

/** Middles of towns between the tropics and the north, the same in each run. */
export function makeTowns(): readonly LatLng[] {
  const random = createRandom(12)
  return Array.from({ length: TOWNS }, () => ({ lat: between(random, 4, 52), lng: between(random, -124, 12) }))
}

function makeParks(count: number): readonly Park[] {
  const random = createRandom(100)
  const towns = makeTowns()
  const spread = (): number => (random() + random() - 1) * SPREAD
  return Array.from({ length: count }, (_, index) => {
    // Large towns have most car parks.
    const number = Math.floor(random() ** 3 * towns.length)
    const town = towns[number] ?? { lat: 0, lng: 0 }
    const [city, state] = [`Town${String(number)}`, `Region${String(number % 30)}`]
    const id = index + 1
    const code = `B${id.toString(36).toUpperCase().padStart(6, '0')}`
    const street = `${String(id % 400)} ${STREETS[id % STREETS.length] ?? ''} Street`
    const [lat, lng] = [town.lat + spread(), town.lng + spread()]
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

type Files = readonly (readonly Tile[])[]

/** As the provider cuts a region. */
const toFiles = (cells: ReadonlyMap<number, Park[]>): Files =>
  groupCells([...cells].map(([cell, parks]) => ({ cell, parks: parks.length, changes: 0 }))).map((file) =>
    file.map(({ cell }) => ({ cell, parks: cells.get(cell) ?? [] })),
  )

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

const LOADS: Readonly<Record<Way, (files: Files, parks: readonly Park[]) => Promise<void>>> = {
  app: async (files) => {
    for (const tiles of files) await applyPackedTiles(databases, { tiles, madeAt: SAVED_AT, savedAt: SAVED_AT })
  },
  rows: async (_files, parks) => {
    const chunk = 1_000
    for (let at = 0; at < parks.length; at += chunk)
      await rows.parks.bulkPut(
        parks.slice(at, at + chunk).map((park) => ({
          ...park,
          cell: cellOf(park.lat ?? 0, park.lng ?? 0),
          tokens: searchTokens(`${park.name} ${park.address ?? ''} ${park.city ?? ''} ${park.state ?? ''}`),
        })),
      )
  },
  tiles: async (files) => {
    const db = await openTiles()
    const tx = db.transaction('tiles', 'readwrite')
    for (const tile of files.flat()) tx.objectStore('tiles').put(tile)
    await new Promise((resolve) => tx.addEventListener('complete', resolve))
    db.close()
  },
}

/** Makes the parks, then brings them in. */
export async function load(way: Way, count: number): Promise<Loaded> {
  const parks = makeParks(count)
  // No part of what the phone does.
  const files = toFiles(toCells(parks))
  let longestTask = 0
  // What is over when the observer begins is not told.
  await new Promise((resolve) => setTimeout(resolve, 200))
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) longestTask = Math.max(longestTask, duration)
  }).observe({ type: 'longtask' })
  const startedAt = performance.now()
  await LOADS[way](files, parks)
  const ms = performance.now() - startedAt
  await new Promise((resolve) => setTimeout(resolve, 200))
  return { ms, longestTask }
}

/** Nearest first, the circle widened until there are enough. */
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

/** On a page that has read nothing yet: opens the database, too. */
export async function find(way: Way, at: LatLng): Promise<Found> {
  const startedAt = performance.now()
  const ids = await FINDS[way](at)
  return { ms: performance.now() - startedAt, ids }
}

/** One after the other at random towns, after one round. */
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

/** Words that are in all car parks, in every eighth, in a town's and in one, typed on a page that has them open. */
export async function typeOften(times: number): Promise<readonly number[]> {
  const took: number[] = []
  for (let round = 0; round < times; round += 1) {
    const startedAt = performance.now()
    await readParkSearch({ text: ['garage', 'pompidou', 'town7', `b${String(round)}`][round % 4] ?? '', limit: 5 })
    took.push(performance.now() - startedAt)
  }
  return took
}

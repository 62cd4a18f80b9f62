import { cellRanges, distanceMetres, type LatLng } from '../../lib/cell.ts'
import type { PlacedBlock } from '../block-rows.ts'
import { databases, type Databases } from '../databases.ts'
import { blocksAround, readBlocks } from '../park-blocks.ts'
import type { ParkPlace } from '../park-places.ts'
import { onPublic } from '../with-db.ts'
import type { KeptPark, PublicDb, SavedPark, TileRow } from '../schema.ts'
import { parksInTiles, tilesOf, toKept } from './park-search.ts'
import { oldestOf, type Saved } from './saved.ts'

export interface NearbyPark extends KeptPark {
  readonly distance_m: number
}

export interface NearQuery {
  readonly at: LatLng
  readonly limit: number
  /** Limit of the search when nearer circles hold too few parks, metres. */
  readonly radiusMetres: number
  /** Only parks with known chargers. */
  readonly charging?: boolean
}

/** How far a search widens when few car parks are near. */
export const NEAR_RADIUS_METRES = 50_000

/** Circles are tried one after another: in a town the first is enough. */
const FIRST_RADIUS_METRES = 1_500
const GROWTH = 5

/** Minimum number read together: when a tile was removed, the next ones replace its car parks. */
const READ_AT_ONCE = 50

interface Candidate extends ParkPlace {
  readonly distance: number
}

interface Found {
  readonly saved: SavedPark
  readonly distance: number
}

/** One degree of latitude, slightly less than the shortest. */
const METRES_OF_DEGREE = 110_000

type Circle = Pick<NearQuery, 'at' | 'radiusMetres'>

function candidatesIn({ ids, cells, spots }: PlacedBlock, { at, radiusMetres }: Circle): Candidate[] {
  const degrees = radiusMetres / METRES_OF_DEGREE
  const found: Candidate[] = []
  for (let index = 0; index < ids.length; index += 1) {
    const lat = spots[index * 2] ?? Number.NaN
    // Latitude alone excludes most distant parks; NaN is never near.
    if (!(Math.abs(lat - at.lat) <= degrees)) continue
    const distance = distanceMetres(at, { lat, lng: spots[index * 2 + 1] ?? Number.NaN })
    if (distance <= radiusMetres) found.push({ id: ids[index] ?? 0, cell: cells[index] ?? 0, distance })
  }
  return found
}

const sortedIn = (blocks: Iterable<PlacedBlock | undefined>, circle: Circle): readonly Candidate[] =>
  [...blocks]
    .flatMap((row) => (row === undefined ? [] : candidatesIn(row, circle)))
    .toSorted((a, b) => a.distance - b.distance || a.id - b.id)

function* circlesOf({ at, radiusMetres: most }: NearQuery): Iterable<Circle & { readonly isLast: boolean }> {
  for (let radiusMetres = FIRST_RADIUS_METRES; radiusMetres < most; radiusMetres *= GROWTH)
    yield { at, radiusMetres, isLast: false }
  yield { at, radiusMetres: most, isLast: true }
}

/** The tiles that a search has read. */
type Tiles = Map<number, TileRow | undefined>

async function addTiles(db: PublicDb, cells: readonly number[], tiles: Tiles): Promise<void> {
  const missing = cells.filter((cell) => !tiles.has(cell))
  if (missing.length === 0) return
  const rows = await db.tiles.bulkGet(missing)
  for (const [index, cell] of missing.entries()) tiles.set(cell, rows[index])
}

async function readNearest(
  db: PublicDb,
  { candidates, tiles }: { readonly candidates: readonly Candidate[]; readonly tiles: Tiles },
  { limit, charging = false }: NearQuery,
): Promise<readonly Found[]> {
  const distances = new Map(candidates.map(({ id, distance }) => [id, distance]))
  const atOnce = charging ? candidates.length : Math.max(limit, READ_AT_ONCE)
  const found: Found[] = []
  for (let from = 0; from < candidates.length && found.length < limit; from += atOnce) {
    const next = candidates.slice(from, from + atOnce)
    await addTiles(db, tilesOf(next), tiles)
    const read = parksInTiles(tiles, next)
    const wanted = read.filter(({ park }) => !charging || park.chargers !== undefined)
    found.push(...wanted.map((saved) => ({ saved, distance: distances.get(saved.park.id) ?? 0 })))
  }
  return found.slice(0, limit)
}

const cellsOf = ({ at, radiusMetres }: Circle): readonly number[] =>
  cellRanges(at, radiusMetres).flatMap(([from, to]) =>
    Array.from({ length: to - from + 1 }, (_, index) => from + index),
  )

async function findNear({ public: db }: Databases, query: NearQuery): Promise<readonly Found[]> {
  const known = new Map<string, PlacedBlock | undefined>()
  const tiles: Tiles = new Map()
  for (const circle of circlesOf(query)) {
    const names = blocksAround(circle.at, circle.radiusMetres).filter((name) => !known.has(name))
    // Storage takes most of a search's time, so the few tiles of the first circle are read in parallel with the blocks.
    const beside = known.size === 0 ? cellsOf(circle) : []
    const [blocks] = await Promise.all([readBlocks(db, names), addTiles(db, beside, tiles)])
    for (const name of names) known.set(name, blocks.get(name))
    const candidates = sortedIn(known.values(), circle)
    if (candidates.length < query.limit && !circle.isLast) continue
    const found = await readNearest(db, { candidates, tiles }, query)
    if (found.length === query.limit || circle.isLast) return found
  }
  return []
}

/** Nearest first. Exact: no mirrored park nearer than the last result is missing. */
export function readParksNear(query: NearQuery, dbs: Databases = databases): Promise<Saved<readonly NearbyPark[]>> {
  return onPublic(dbs, async () => {
    // Not in one transaction: with one, a visitor's page failed with PrematureCommitError (layout.spec.ts). A tile
    // removed between two reads counts as missing.
    const nearest = await findNear(dbs, query)
    return {
      value: nearest.map(({ saved, distance }) => ({ ...toKept(saved), distance_m: Math.round(distance) })),
      savedAt: oldestOf(nearest.map(({ saved }) => saved.savedAt)),
    }
  })
}

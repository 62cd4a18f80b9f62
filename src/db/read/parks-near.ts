import { distanceMetres, type LatLng } from '../../lib/cell.ts'
import { databases, type Databases } from '../databases.ts'
import { blocksAround, readBlocks } from '../park-blocks.ts'
import type { ParkPlace } from '../park-places.ts'
import { onPublic } from '../with-db.ts'
import type { KeptPark, SavedPark } from '../schema.ts'
import { isSameSpots, recallBlocks, rememberBlocks, type Spots } from './blocks-read.ts'
import { parksInTiles, readSavedParks, tilesOf, toKept } from './park-search.ts'
import { oldestOf, type Saved } from './saved.ts'

export interface NearbyPark extends KeptPark {
  readonly distance_m: number
}

export interface NearQuery {
  readonly at: LatLng
  readonly limit: number
  /** Where the search stops when nearer circles hold too few parks, metres. */
  readonly radiusMetres: number
  /** Those alone whose chargers are known. */
  readonly charging?: boolean
}

/** How far a search near a place widens when few car parks are near. */
export const NEAR_RADIUS_METRES = 50_000

/** Circles tried one after another: in a town the first has enough. */
const FIRST_RADIUS_METRES = 1_500
const GROWTH = 5

/** Read together at least: where a tile was given up, the next ones take the place of its car parks. */
const READ_AT_ONCE = 50

interface Candidate extends ParkPlace {
  readonly distance: number
}

interface Found {
  readonly saved: SavedPark
  readonly distance: number
}

/** Of latitude, a little less than the shortest. */
const METRES_OF_DEGREE = 110_000

type Circle = Pick<NearQuery, 'at' | 'radiusMetres'>

function candidatesIn({ ids, cells, spots }: NonNullable<Spots>, { at, radiusMetres }: Circle): Candidate[] {
  const degrees = radiusMetres / METRES_OF_DEGREE
  const found: Candidate[] = []
  for (let index = 0; index < ids.length; index += 1) {
    const lat = spots[index * 2] ?? Number.NaN
    // Latitude alone tells most of those that are too far; what is not a number is nowhere near.
    if (!(Math.abs(lat - at.lat) <= degrees)) continue
    const distance = distanceMetres(at, { lat, lng: spots[index * 2 + 1] ?? Number.NaN })
    if (distance <= radiusMetres) found.push({ id: ids[index] ?? 0, cell: cells[index] ?? 0, distance })
  }
  return found
}

const sortedIn = (blocks: Iterable<Spots>, circle: Circle): readonly Candidate[] =>
  [...blocks]
    .flatMap((spots) => (spots === undefined ? [] : candidatesIn(spots, circle)))
    .toSorted((a, b) => a.distance - b.distance || a.id - b.id)

function* circlesOf({ at, radiusMetres: most }: NearQuery): Iterable<Circle & { readonly isLast: boolean }> {
  for (let radiusMetres = FIRST_RADIUS_METRES; radiusMetres < most; radiusMetres *= GROWTH)
    yield { at, radiusMetres, isLast: false }
  yield { at, radiusMetres: most, isLast: true }
}

async function readNearest(
  dbs: Databases,
  candidates: readonly Candidate[],
  { limit, charging = false }: NearQuery,
): Promise<readonly Found[]> {
  const distances = new Map(candidates.map(({ id, distance }) => [id, distance]))
  const atOnce = charging ? candidates.length : Math.max(limit, READ_AT_ONCE)
  const found: Found[] = []
  for (let from = 0; from < candidates.length && found.length < limit; from += atOnce) {
    const read = await readSavedParks(dbs, candidates.slice(from, from + atOnce))
    const wanted = read.filter(({ park }) => !charging || park.chargers !== undefined)
    found.push(...wanted.map((saved) => ({ saved, distance: distances.get(saved.park.id) ?? 0 })))
  }
  return found.slice(0, limit)
}

interface Guess {
  readonly blocks: ReadonlyMap<string, Spots>
  readonly nearest: readonly Candidate[]
}

/** What a search will find, if nothing has changed since its pieces were read. Undefined: not all of them were. */
function guessNear({ public: db }: Databases, query: NearQuery): Guess | undefined {
  // Of those with chargers no piece knows.
  if (query.charging === true) return undefined
  for (const circle of circlesOf(query)) {
    const blocks = recallBlocks(db, blocksAround(circle.at, circle.radiusMetres))
    if (blocks === undefined) return undefined
    const nearest = sortedIn(blocks.values(), circle)
    if (nearest.length >= query.limit || circle.isLast) return { blocks, nearest: nearest.slice(0, query.limit) }
  }
  return undefined
}

/** Tiles are read beside the pieces that name them, and not after: most of a search is waiting for the storage. */
async function findAsGuessed(
  { public: db }: Databases,
  { blocks, nearest }: Guess,
): Promise<readonly Found[] | undefined> {
  const [rows, tiles] = await Promise.all([db.blocks.bulkGet([...blocks.keys()]), db.tiles.bulkGet(tilesOf(nearest))])
  const isRight = [...blocks.values()].every((spots, index) => isSameSpots(spots, rows[index]))
  const found = parksInTiles(tiles, nearest)
  // Where a tile was given up, the next ones take the place of its car parks.
  if (!isRight || found.length < nearest.length) return undefined
  return found.map((saved, index) => ({ saved, distance: nearest[index]?.distance ?? 0 }))
}

async function findByCircles(dbs: Databases, query: NearQuery): Promise<readonly Found[]> {
  const known = new Map<string, Spots>()
  for (const circle of circlesOf(query)) {
    const names = blocksAround(circle.at, circle.radiusMetres).filter((name) => !known.has(name))
    if (names.length > 0) {
      const rows = await readBlocks(dbs.public, names)
      for (const name of names) known.set(name, rows.get(name))
      rememberBlocks(dbs.public, names, rows)
    }
    const nearest = sortedIn(known.values(), circle)
    if (nearest.length < query.limit && !circle.isLast) continue
    const found = await readNearest(dbs, nearest, query)
    if (found.length === query.limit || circle.isLast) return found
  }
  return []
}

/** Exact: every mirrored park nearer than the last one shown is shown. Nearest first. */
export function readParksNear(query: NearQuery, dbs: Databases = databases): Promise<Saved<readonly NearbyPark[]>> {
  return onPublic(dbs, async () => {
    // Not in one transaction: a visitor's page failed with PrematureCommitError while it was (layout.spec.ts). A tile that goes between two
    // reads counts as given up.
    const guess = guessNear(dbs, query)
    const guessed = guess === undefined ? undefined : await findAsGuessed(dbs, guess)
    const nearest = guessed ?? (await findByCircles(dbs, query))
    return {
      value: nearest.map(({ saved, distance }) => ({ ...toKept(saved), distance_m: Math.round(distance) })),
      savedAt: oldestOf(nearest.map(({ saved }) => saved.savedAt)),
    }
  })
}

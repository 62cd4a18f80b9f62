import { distanceMetres, type LatLng } from '../../lib/cell.ts'
import type { PlacedBlock } from '../block-rows.ts'
import { databases, type Databases } from '../databases.ts'
import { blocksAround, readBlocks } from '../park-blocks.ts'
import type { ParkPlace } from '../park-places.ts'
import { onPublic } from '../with-db.ts'
import type { KeptPark, SavedPark } from '../schema.ts'
import { readSavedParks, toKept } from './park-search.ts'
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

function candidatesIn({ ids, cells, spots }: PlacedBlock, { at, radiusMetres }: Circle): Candidate[] {
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

async function findNear(dbs: Databases, query: NearQuery): Promise<readonly Found[]> {
  const { at, limit, radiusMetres } = query
  const known = new Map<string, PlacedBlock | undefined>()
  for (let radius = Math.min(FIRST_RADIUS_METRES, radiusMetres); ; radius = Math.min(radius * GROWTH, radiusMetres)) {
    const names = blocksAround(at, radius).filter((name) => !known.has(name))
    const blocks = await readBlocks(dbs.public, names)
    for (const name of names) known.set(name, blocks.get(name))
    const candidates = [...known.values()].flatMap((row) =>
      row === undefined ? [] : candidatesIn(row, { at, radiusMetres: radius }),
    )
    const isLast = radius >= radiusMetres
    if (candidates.length < limit && !isLast) continue
    const nearest = candidates.toSorted((a, b) => a.distance - b.distance || a.id - b.id)
    const found = await readNearest(dbs, nearest, query)
    if (found.length === limit || isLast) return found
  }
}

/** Exact: every mirrored park nearer than the last one shown is shown. Nearest first. */
export function readParksNear(query: NearQuery, dbs: Databases = databases): Promise<Saved<readonly NearbyPark[]>> {
  return onPublic(dbs, async () => {
    // Not in one transaction: a visitor's page failed with PrematureCommitError while it was (layout.spec.ts). A tile that goes between two
    // reads counts as given up.
    const nearest = await findNear(dbs, query)
    return {
      value: nearest.map(({ saved, distance }) => ({ ...toKept(saved), distance_m: Math.round(distance) })),
      savedAt: oldestOf(nearest.map(({ saved }) => saved.savedAt)),
    }
  })
}

import { cellRanges, distanceMetres, type LatLng } from '../../lib/cell.ts'
import { databases, type Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'
import type { KeptPark, SavedPark, TileRow } from '../schema.ts'
import { parksOfTile } from '../tile-text.ts'
import { toKept } from './park-search.ts'
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

/** Circles tried one after another: in a town the first has enough, and is in one or two key ranges. */
const FIRST_RADIUS_METRES = 1_500
const GROWTH = 5

interface Found {
  readonly saved: SavedPark
  readonly distance: number
}

/** In one transaction, since opening one takes as long as reading a range. */
function tilesWithin({ public: db }: Databases, at: LatLng, radiusMetres: number): PromiseLike<TileRow[][]> {
  const ranges = cellRanges(at, radiusMetres)
  return db.transaction('r', db.tiles, () =>
    Promise.all(ranges.map(([from, to]) => db.tiles.where('cell').between(from, to, true, true).toArray())),
  )
}

function within(tiles: readonly TileRow[][], { at, charging }: NearQuery, radiusMetres: number): Found[] {
  const found: Found[] = []
  for (const tile of tiles.flat())
    for (const saved of parksOfTile(tile)) {
      const { lat, lng } = saved.park
      if (lat === null || lng === null || (charging === true && saved.park.chargers === undefined)) continue
      const distance = distanceMetres(at, { lat, lng })
      if (distance <= radiusMetres) found.push({ saved, distance })
    }
  return found
}

/** Exact: every mirrored park nearer than the last one shown is shown. Nearest first. */
export function readParksNear(query: NearQuery, dbs: Databases = databases): Promise<Saved<readonly NearbyPark[]>> {
  const { at, limit, radiusMetres } = query
  return onPublic(dbs, async () => {
    let radius = Math.min(FIRST_RADIUS_METRES, radiusMetres)
    let found = within(await tilesWithin(dbs, at, radius), query, radius)
    while (found.length < limit && radius < radiusMetres) {
      radius = Math.min(radius * GROWTH, radiusMetres)
      found = within(await tilesWithin(dbs, at, radius), query, radius)
    }
    const nearest = found
      .toSorted((a, b) => a.distance - b.distance || a.saved.park.id - b.saved.park.id)
      .slice(0, limit)
    return {
      value: nearest.map(({ saved, distance }) => ({ ...toKept(saved), distance_m: Math.round(distance) })),
      savedAt: oldestOf(nearest.map(({ saved }) => saved.savedAt)),
    }
  })
}

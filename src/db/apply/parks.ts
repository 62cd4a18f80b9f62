import type { Park } from '../../contract/parks.ts'
import type { Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'
import type { ParkKeyRow, PublicDb, SavedPark } from '../schema.ts'
import { wordsOfPark } from '../search-words.ts'
import { tileKeyOf } from '../tile-key.ts'
import { inChunks } from './in-chunks.ts'
import { moveInShards, type ShardMove } from './park-shards.ts'

/** A park that did not change is written again only when its age has grown by this much, milliseconds. */
const AGE_STEP_MS = 60_000

/** An age from the future comes from a clock that was wrong: it is written again. */
const isSameAge = (a: number, b: number): boolean => Math.abs(a - b) < AGE_STEP_MS

type Tiles = Map<number, Map<number, SavedPark>>

/** The distance belongs to one search, not to the park. */
function withoutDistance(park: Park): Park {
  const { distance_m: _distance, ...rest } = park
  return rest
}

/** A pull that began earlier never puts an older row over a newer one. */
function isOlder(incoming: Park, known: Park): boolean {
  if (incoming.version !== known.version) return incoming.version < known.version
  return incoming.available_at !== null && known.available_at !== null && incoming.available_at < known.available_at
}

/** A tariff may be renewed without a new version of the park. */
const isSame = (incoming: Park, known: Park): boolean =>
  incoming.version === known.version &&
  incoming.available_at === known.available_at &&
  incoming.tariff_version === known.tariff_version &&
  incoming.rate.valid_until === known.rate.valid_until

async function loadTiles(db: PublicDb, cells: readonly number[]): Promise<Tiles> {
  const rows = await db.tiles.bulkGet([...cells])
  return new Map(cells.map((cell, index) => [cell, new Map(rows[index]?.parks.map((saved) => [saved.park.id, saved]))]))
}

/** Puts one park into its tile; returns the cells that changed. */
function place(tiles: Tiles, saved: SavedPark, knownCell: number | undefined): number[] {
  const { park, savedAt } = saved
  const cell = tileKeyOf(park)
  const known = tiles.get(knownCell ?? cell)?.get(park.id)
  if (known !== undefined && isOlder(park, known.park)) return []
  if (known !== undefined && knownCell === cell && isSame(park, known.park) && isSameAge(savedAt, known.savedAt))
    return []
  tiles.get(cell)?.set(park.id, saved)
  if (knownCell === undefined || knownCell === cell) return [cell]
  tiles.get(knownCell)?.delete(park.id)
  return [cell, knownCell]
}

const keyOf = (park: Park): ParkKeyRow => ({
  id: park.id,
  slug: park.slug,
  code: park.code,
  cell: tileKeyOf(park),
  words: wordsOfPark(park),
})

const isSameKey = (before: ParkKeyRow | undefined, after: ParkKeyRow): boolean =>
  before !== undefined &&
  before.cell === after.cell &&
  before.words === after.words &&
  before.slug === after.slug &&
  before.code === after.code

const toKeyRow = ({ id, slug, code, cell, words }: ParkKeyRow): ParkKeyRow => ({ id, slug, code, cell, words })

async function applyChunk(db: PublicDb, parks: readonly Park[], savedAt: number): Promise<void> {
  await db.transaction('rw', [db.tiles, db.shards, db.parkKeys], async () => {
    const known = await db.parkKeys.bulkGet(parks.map((park) => park.id))
    const cells = [...new Set([...parks.map(tileKeyOf), ...known.flatMap((key) => key?.cell ?? [])])]
    const tiles = await loadTiles(db, cells)
    const changed = new Set<number>()
    const moves: ShardMove[] = []
    for (const [index, park] of parks.entries()) {
      const before = known[index]
      const touched = place(tiles, { park: withoutDistance(park), savedAt }, before?.cell)
      if (touched.length === 0) continue
      for (const cell of touched) changed.add(cell)
      const after = keyOf(park)
      if (!isSameKey(before, after)) moves.push({ before, after: { ...after, country: park.country_code } })
    }
    await db.tiles.bulkPut([...changed].map((cell) => ({ cell, parks: [...(tiles.get(cell)?.values() ?? [])] })))
    await db.parkKeys.bulkPut(moves.flatMap(({ after }) => (after === undefined ? [] : toKeyRow(after))))
    await moveInShards(db, moves)
  })
}

/** Brings parks of the provider into the mirror, in short transactions, changed tiles only. `savedAt`: epoch milliseconds. */
export const applyParks = (dbs: Databases, parks: readonly Park[], savedAt: number): Promise<void> =>
  inChunks(parks, (chunk) => onPublic(dbs, () => applyChunk(dbs.public, chunk, savedAt)))

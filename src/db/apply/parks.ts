import type { Park } from '../../contract/parks.ts'
import type { Revision } from '../block-rows.ts'
import type { Databases } from '../databases.ts'
import { blockTables, changeBlocks } from '../park-blocks.ts'
import { findPlacesAt, type ParkPlace, readRevision, withoutEmpty } from '../park-places.ts'
import type { PublicDb, SavedPark } from '../schema.ts'
import { tileKeyOf } from '../tile-key.ts'
import { parksOfTile, toTileRow } from '../tile-text.ts'
import { onPublic } from '../with-db.ts'
import { inChunks } from './in-chunks.ts'

/** An unchanged park is rewritten only when its age has grown by this much, milliseconds. */
const AGE_STEP_MS = 60_000

/** A time in the future comes from a wrong clock, so the row is rewritten. */
const isSameAge = (a: number, b: number): boolean => Math.abs(a - b) < AGE_STEP_MS

type Tiles = Map<number, Map<number, SavedPark>>

/** The distance belongs to one search, so it is not stored. */
function withoutDistance(park: Park): Park {
  const { distance_m: _distance, ...rest } = park
  return rest
}

/** A pull that began earlier never replaces a newer row with an older one. */
function isOlder(incoming: Park, known: Park): boolean {
  if (incoming.version !== known.version) return incoming.version < known.version
  return incoming.available_at !== null && known.available_at !== null && incoming.available_at < known.available_at
}

/** A renewed tariff or a new review changes a park without a new version. */
const isSame = (incoming: Park, known: Park): boolean =>
  incoming.version === known.version &&
  incoming.available_at === known.available_at &&
  incoming.tariff_version === known.tariff_version &&
  incoming.rating?.count === known.rating?.count &&
  incoming.rating?.stars === known.rating?.stars &&
  incoming.rate.valid_until === known.rate.valid_until

const KEYS = ['country_code', 'slug', 'code', 'name', 'city', 'address', 'state', 'lat', 'lng'] as const
const isFoundAlike = (a: Park, b: Park): boolean => KEYS.every((key) => a[key] === b[key])

async function loadTiles(db: PublicDb, cells: readonly number[], now: Revision): Promise<Tiles> {
  const rows = await db.tiles.bulkGet([...withoutEmpty(db, cells, now)])
  const tiles: Tiles = new Map(cells.map((cell) => [cell, new Map()]))
  for (const row of rows)
    if (row !== undefined) tiles.set(row.cell, new Map(parksOfTile(row).map((saved) => [saved.park.id, saved])))
  return tiles
}

export interface Incoming {
  readonly parks: readonly Park[]
  /** Epoch milliseconds. */
  readonly savedAt: number
  /** Decides what to store for a known park; null stores nothing. Stores all of it by default. */
  readonly settle?: (park: Park, known: SavedPark) => Park | null
  /** Cells that are listed completely: unlisted parks there are removed where `isGone` says so. */
  readonly whole?: { readonly cells: readonly number[]; readonly isGone: (saved: SavedPark) => boolean }
}

/** Everything that one transaction changes. */
interface Change {
  readonly tiles: Tiles
  readonly cells: Set<number>
  readonly come: Map<number, Park>
  readonly gone: ParkPlace[]
}

/** Puts one park into its tile, unless it is there already. `before`: the cell that held it. */
function place({ tiles, cells, come, gone }: Change, saved: SavedPark, before: number | undefined): void {
  const { park, savedAt } = saved
  const cell = tileKeyOf(park)
  const known = tiles.get(before ?? cell)?.get(park.id)
  const isHere = known !== undefined && before === cell
  if (known !== undefined && isOlder(park, known.park)) return
  if (isHere && isSame(park, known.park) && isSameAge(savedAt, known.savedAt)) return
  tiles.get(cell)?.set(park.id, saved)
  cells.add(cell)
  if (!isHere || !isFoundAlike(park, known.park)) come.set(park.id, park)
  if (before === undefined || before === cell) return
  tiles.get(before)?.delete(park.id)
  cells.add(before)
  gone.push({ id: park.id, cell: before })
}

/** Most parks are in the same cell as before; the others are looked up, since they may have moved. */
async function findElsewhere(
  db: PublicDb,
  { parks, tiles }: { readonly parks: readonly Park[]; readonly tiles: Tiles },
  now: Revision,
): Promise<ReadonlyMap<number, number>> {
  const strangers = parks.filter((park) => tiles.get(tileKeyOf(park))?.has(park.id) !== true)
  const ids = strangers.map(({ id }) => id)
  const found = await findPlacesAt(db, ids, now)
  const cells = [...new Set(found.map(({ cell }) => cell))].filter((cell) => !tiles.has(cell))
  for (const [cell, tile] of await loadTiles(db, cells, now)) tiles.set(cell, tile)
  return new Map(found.map(({ id, cell }) => [id, cell]))
}

function removeGone({ tiles, cells, gone }: Change, { parks, whole }: Incoming): void {
  const named = new Set(parks.map(({ id }) => id))
  for (const cell of whole?.cells ?? [])
    for (const [id, saved] of tiles.get(cell) ?? []) {
      if (named.has(id) || whole?.isGone(saved) !== true) continue
      tiles.get(cell)?.delete(id)
      cells.add(cell)
      gone.push({ id, cell })
    }
}

/** Runs in one transaction, so that a tile and the index of its parks never differ. */
export const bringIn = (db: PublicDb, incoming: Incoming): Promise<void> =>
  db.transaction('rw', [db.tiles, ...blockTables(db)], async () => {
    const { parks, savedAt, settle, whole } = incoming
    const now = await readRevision(db)
    const tiles = await loadTiles(db, [...new Set([...parks.map(tileKeyOf), ...(whole?.cells ?? [])])], now)
    const elsewhere = await findElsewhere(db, { parks, tiles }, now)
    const change: Change = { tiles, cells: new Set(), come: new Map(), gone: [] }
    for (const park of parks) {
      const cell = tileKeyOf(park)
      const before = tiles.get(cell)?.has(park.id) === true ? cell : elsewhere.get(park.id)
      const known = before === undefined ? undefined : tiles.get(before)?.get(park.id)
      const settled = known === undefined || settle === undefined ? park : settle(park, known)
      if (settled !== null) place(change, { park: withoutDistance(settled), savedAt }, before)
    }
    removeGone(change, incoming)
    const rows = [...change.cells].map((cell) => toTileRow(cell, [...(tiles.get(cell)?.values() ?? [])]))
    await Promise.all([
      db.tiles.bulkPut(rows),
      changeBlocks(db, { gone: change.gone, come: [...change.come.values()] }, now),
    ])
  })

/**
 * Stores the provider's parks in the mirror, in short transactions, changed tiles only. `savedAt`: epoch milliseconds.
 */
export const applyParks = (dbs: Databases, parks: readonly Park[], savedAt: number): Promise<void> =>
  inChunks(parks, (chunk) => onPublic(dbs, () => bringIn(dbs.public, { parks: chunk, savedAt })))

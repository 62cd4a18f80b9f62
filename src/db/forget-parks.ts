import type { Park } from '../contract/parks.ts'
import { inChunks } from './apply/in-chunks.ts'
import { blockTables, changeBlocks } from './park-blocks.ts'
import { countryOfLine, linesOf } from './park-lines.ts'
import { type ParkPlace, readRevision } from './park-places.ts'
import type { PublicDb } from './schema.ts'
import { tileKeyOf } from './tile-key.ts'
import { parksOfTile, toTileRow } from './tile-text.ts'

async function forgetInTiles(db: PublicDb, cells: readonly number[], isKept: (park: Park) => boolean): Promise<void> {
  await db.transaction('rw', [db.tiles, ...blockTables(db)], async () => {
    const tiles = (await db.tiles.bulkGet([...cells])).filter((tile) => tile !== undefined)
    const gone: ParkPlace[] = []
    for (const tile of tiles) {
      const { cell } = tile
      const parks = parksOfTile(tile)
      const kept = parks.filter(({ park }) => isKept(park))
      if (kept.length === parks.length) continue
      gone.push(...parks.filter((saved) => !kept.includes(saved)).map(({ park }) => ({ id: park.id, cell })))
      if (kept.length === 0) await db.tiles.delete(cell)
      else await db.tiles.put(toTileRow(cell, kept))
    }
    await changeBlocks(db, { gone, come: [] }, await readRevision(db))
  })
}

/** Returns the cells of all kept regions. */
export async function readKeptCells(db: PublicDb): Promise<ReadonlySet<number>> {
  const cells = new Set<number>()
  await db.packFiles.each((file) => {
    for (const cell of file.cells) cells.add(cell)
  })
  return cells
}

/** Removes the car parks of some cells, except those that `isKept` accepts. */
export const forgetInCells = (db: PublicDb, cells: readonly number[], isKept: (park: Park) => boolean): Promise<void> =>
  inChunks(cells, (chunk) => forgetInTiles(db, chunk, isKept))

/**
 * Removes the car parks of other countries, except those of kept regions, in short transactions. The next search
 * restores them.
 */
export async function forgetOtherCountries(db: PublicDb, own: Park['country_code']): Promise<void> {
  const kept = await readKeptCells(db)
  const cells = await db.tiles.toCollection().primaryKeys()
  await forgetInCells(db, cells, (park) => park.country_code === own || kept.has(tileKeyOf(park)))
}

interface Spared {
  readonly own: Park['country_code']
  readonly kept: ReadonlySet<number>
}

async function giveUpTiles(db: PublicDb, cells: readonly number[], { own, kept }: Spared): Promise<void> {
  await db.transaction('rw', [db.tiles], async () => {
    const tiles = (await db.tiles.bulkGet([...cells])).filter((tile) => tile !== undefined)
    const gone = tiles.filter(
      (tile) => !kept.has(tile.cell) && parksOfTile(tile).every(({ park }) => park.country_code !== own),
    )
    await db.tiles.bulkDelete(gone.map(({ cell }) => cell))
  })
}

async function giveUpBlocks(db: PublicDb, { own, kept }: Spared): Promise<void> {
  await db.transaction('rw', [db.blocks, db.blockWords, db.blockStarts], async () => {
    const foreign = (await db.blockWords.toArray()).filter((row) =>
      linesOf(row).every((line) => countryOfLine(line) !== own),
    )
    const blocks = await db.blocks.bulkGet(foreign.map(({ block }) => block))
    const gone = blocks.flatMap((row) => (row?.cells.some((cell) => kept.has(cell)) === false ? row.block : []))
    await db.blocks.bulkDelete(gone)
    await db.blockWords.bulkDelete(gone)
    await db.blockStarts.bulkDelete(gone)
  })
}

/**
 * Removes the car parks of other countries, except those of kept regions, by deleting only: a full phone cannot write
 * even a smaller row. A block that both countries share stays unchanged; a search skips words whose park is gone.
 */
export async function giveUpOtherCountries(db: PublicDb, own: Park['country_code']): Promise<void> {
  const spared = { own, kept: await readKeptCells(db) }
  await inChunks(await db.tiles.toCollection().primaryKeys(), (cells) => giveUpTiles(db, cells, spared))
  await giveUpBlocks(db, spared)
}

/**
 * Clears all of these tables, each independently of the others; rejects when one fails. A region without its files
 * counts as broken and is fetched again.
 */
export async function giveUpAllParks(db: PublicDb): Promise<void> {
  const tables = [db.packFiles, db.blocks, db.blockWords, db.blockStarts, db.tiles]
  const ends = await Promise.allSettled(tables.map((table) => table.clear()))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

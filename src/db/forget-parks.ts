import type { Park } from '../contract/parks.ts'
import { moveInShards } from './apply/park-shards.ts'
import { inChunks } from './apply/in-chunks.ts'
import type { PublicDb } from './schema.ts'
import { tileKeyOf } from './tile-key.ts'

async function forgetInTiles(db: PublicDb, cells: readonly number[], isKept: (park: Park) => boolean): Promise<void> {
  await db.transaction('rw', [db.tiles, db.shards, db.parkKeys], async () => {
    const tiles = (await db.tiles.bulkGet([...cells])).filter((tile) => tile !== undefined)
    const goneIds: number[] = []
    for (const { cell, parks } of tiles) {
      const kept = parks.filter(({ park }) => isKept(park))
      if (kept.length === parks.length) continue
      goneIds.push(...parks.filter((saved) => !kept.includes(saved)).map(({ park }) => park.id))
      if (kept.length === 0) await db.tiles.delete(cell)
      else await db.tiles.put({ cell, parks: kept })
    }
    const keys = await db.parkKeys.bulkGet(goneIds)
    await db.parkKeys.bulkDelete(goneIds)
    await moveInShards(
      db,
      keys.map((before) => ({ before, after: undefined })),
    )
  })
}

/** Cells of all regions that this phone keeps. */
export async function readKeptCells(db: PublicDb): Promise<ReadonlySet<number>> {
  const cells = new Set<number>()
  await db.packFiles.each((file) => {
    for (const cell of file.cells) cells.add(cell)
  })
  return cells
}

/** Gives up the car parks of some cells that `isKept` refuses. */
export const forgetInCells = (db: PublicDb, cells: readonly number[], isKept: (park: Park) => boolean): Promise<void> =>
  inChunks(cells, (chunk) => forgetInTiles(db, chunk, isKept))

/** Gives up the car parks of other countries, but those of kept regions, in short transactions. They come back with the next search. */
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
  await db.transaction('rw', [db.tiles, db.parkKeys], async () => {
    const tiles = (await db.tiles.bulkGet([...cells])).filter((tile) => tile !== undefined)
    const gone = tiles.filter(
      ({ cell, parks }) => !kept.has(cell) && parks.every(({ park }) => park.country_code !== own),
    )
    await db.tiles.bulkDelete(gone.map(({ cell }) => cell))
    await db.parkKeys.bulkDelete(gone.flatMap(({ parks }) => parks.map(({ park }) => park.id)))
  })
}

async function giveUpShards(db: PublicDb, tokens: readonly string[], { own, kept }: Spared): Promise<void> {
  await db.transaction('rw', [db.shards], async () => {
    const shards = (await db.shards.bulkGet([...tokens])).filter((shard) => shard !== undefined)
    const gone = shards.filter(({ parks }) => parks.every(({ country, cell }) => country !== own && !kept.has(cell)))
    await db.shards.bulkDelete(gone.map(({ token }) => token))
  })
}

/**
 * Gives up the car parks of other countries, but those of kept regions, by deleting alone: on a full phone nothing can be written while room is made, not even
 * a smaller row. What both countries share stays as it is; a search passes over words whose park is gone.
 */
export async function giveUpOtherCountries(db: PublicDb, own: Park['country_code']): Promise<void> {
  const spared = { own, kept: await readKeptCells(db) }
  await inChunks(await db.tiles.toCollection().primaryKeys(), (cells) => giveUpTiles(db, cells, spared))
  await inChunks(await db.shards.toCollection().primaryKeys(), (tokens) => giveUpShards(db, tokens, spared))
}

/**
 * Gives up all of them, whole tables at once, each whatever becomes of the others; rejects when one is left. A region without its files is
 * seen to lack them, and gets them anew.
 */
export async function giveUpAllParks(db: PublicDb): Promise<void> {
  const tables = [db.packFiles, db.shards, db.tiles, db.parkKeys]
  const ends = await Promise.allSettled(tables.map((table) => table.clear()))
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

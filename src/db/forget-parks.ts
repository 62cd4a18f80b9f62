import type { Park } from '../contract/parks.ts'
import { moveInShards } from './apply/park-shards.ts'
import { inChunks } from './apply/in-chunks.ts'
import type { PublicDb } from './schema.ts'

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

/** Gives up the saved car parks that `isKept` refuses, in short transactions. They come back with the next search. */
export async function forgetParks(db: PublicDb, isKept: (park: Park) => boolean): Promise<void> {
  await inChunks(await db.tiles.toCollection().primaryKeys(), (cells) => forgetInTiles(db, cells, isKept))
}

async function giveUpTiles(db: PublicDb, cells: readonly number[], own: Park['country_code']): Promise<void> {
  await db.transaction('rw', [db.tiles, db.parkKeys], async () => {
    const tiles = (await db.tiles.bulkGet([...cells])).filter((tile) => tile !== undefined)
    const gone = tiles.filter(({ parks }) => parks.every(({ park }) => park.country_code !== own))
    await db.tiles.bulkDelete(gone.map(({ cell }) => cell))
    await db.parkKeys.bulkDelete(gone.flatMap(({ parks }) => parks.map(({ park }) => park.id)))
  })
}

async function giveUpShards(db: PublicDb, tokens: readonly string[], own: Park['country_code']): Promise<void> {
  await db.transaction('rw', [db.shards], async () => {
    const shards = (await db.shards.bulkGet([...tokens])).filter((shard) => shard !== undefined)
    const gone = shards.filter(({ parks }) => parks.every(({ country }) => country !== own))
    await db.shards.bulkDelete(gone.map(({ token }) => token))
  })
}

/**
 * Gives up the car parks of other countries by deleting alone: on a full phone nothing can be written while room is made, not even
 * a smaller row. What both countries share stays as it is; a search passes over words whose park is gone.
 */
export async function giveUpOtherCountries(db: PublicDb, own: Park['country_code']): Promise<void> {
  await inChunks(await db.tiles.toCollection().primaryKeys(), (cells) => giveUpTiles(db, cells, own))
  await inChunks(await db.shards.toCollection().primaryKeys(), (tokens) => giveUpShards(db, tokens, own))
}

/** Gives up all of them, whole tables at once, each whatever becomes of the others; rejects when one is left. */
export async function giveUpAllParks(db: PublicDb): Promise<void> {
  const ends = await Promise.allSettled([db.shards.clear(), db.tiles.clear(), db.parkKeys.clear()])
  for (const end of ends) if (end.status === 'rejected') throw end.reason
}

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

/** All of them at once: on a full phone nothing may be written while room is made. */
export const forgetAllParks = (db: PublicDb): Promise<unknown> =>
  db.transaction('rw', [db.tiles, db.shards, db.parkKeys], () =>
    Promise.all([db.tiles.clear(), db.shards.clear(), db.parkKeys.clear()]),
  )

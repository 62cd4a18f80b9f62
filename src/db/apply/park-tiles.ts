import type { ParkTile } from '../../contract/parks.ts'
import type { Databases } from '../databases.ts'
import type { PublicDb } from '../schema.ts'
import { onPublic } from '../with-db.ts'
import { inChunks } from './in-chunks.ts'
import { moveInShards } from './park-shards.ts'
import { applyParks } from './parks.ts'

type WholeTile = Pick<ParkTile, 'cell' | 'parks'>

/** When a request left and when its answer was stored, epoch milliseconds. */
interface AnswerTimes {
  readonly startedAt: number
  readonly savedAt: number
}

export interface TilesAnswer extends AnswerTimes {
  /** Every park that the provider has in each of these cells. */
  readonly tiles: readonly WholeTile[]
}

/** A time after `savedAt` is a clock that was wrong, not a park that came in meanwhile. */
const isMeanwhile = (at: number, { startedAt, savedAt }: AnswerTimes): boolean => at >= startedAt && at <= savedAt

const removeGone = (db: PublicDb, tiles: readonly WholeTile[], times: AnswerTimes): Promise<void> =>
  db.transaction('rw', [db.tiles, db.shards, db.parkKeys], async () => {
    const known = await db.tiles.bulkGet(tiles.map(({ cell }) => cell))
    const left = tiles.flatMap(({ parks }, index) => {
      const row = known[index]
      const kept = new Set(parks.map(({ id }) => id))
      const gone = (row?.parks ?? []).filter(({ park, savedAt }) => !kept.has(park.id) && !isMeanwhile(savedAt, times))
      return row === undefined || gone.length === 0 ? [] : [{ row, gone }]
    })
    if (left.length === 0) return
    await db.tiles.bulkPut(
      left.map(({ row, gone }) => ({ ...row, parks: row.parks.filter((saved) => !gone.includes(saved)) })),
    )
    const goneIds = left.flatMap(({ gone }) => gone.map(({ park }) => park.id))
    const keys = await db.parkKeys.bulkGet(goneIds)
    await db.parkKeys.bulkDelete(goneIds)
    await moveInShards(
      db,
      keys.map((before) => ({ before, after: undefined })),
    )
  })

/**
 * Whole tiles: their parks come in, and what the provider no longer has there goes, unless it was stored meanwhile.
 * @param written of their parks those that are to come in; by default all
 */
export async function applyParkTiles(
  dbs: Databases,
  { tiles, ...times }: TilesAnswer,
  written: WholeTile['parks'] = tiles.flatMap(({ parks }) => parks),
): Promise<void> {
  await applyParks(dbs, written, times.savedAt)
  await inChunks(tiles, (chunk) => onPublic(dbs, () => removeGone(dbs.public, chunk, times)))
}

import type { ParkTile } from '../../contract/parks.ts'
import type { Databases } from '../databases.ts'
import type { PublicDb } from '../schema.ts'
import { onPublic } from '../with-db.ts'
import { moveInShards } from './park-shards.ts'
import { applyParks } from './parks.ts'

export interface TileAnswer {
  /** Every park that the provider has in the cell. */
  readonly tile: Pick<ParkTile, 'cell' | 'parks'>
  /** When the request left and when its answer was stored, epoch milliseconds. */
  readonly startedAt: number
  readonly savedAt: number
}

/** A time after `savedAt` is a clock that was wrong, not a park that came in meanwhile. */
const isMeanwhile = (at: number, { startedAt, savedAt }: TileAnswer): boolean => at >= startedAt && at <= savedAt

async function removeGone(db: PublicDb, answer: TileAnswer): Promise<void> {
  const { cell, parks } = answer.tile
  const kept = new Set(parks.map((park) => park.id))
  await db.transaction('rw', [db.tiles, db.shards, db.parkKeys], async () => {
    const known = await db.tiles.get(cell)
    const gone = (known?.parks ?? []).filter((saved) => !kept.has(saved.park.id) && !isMeanwhile(saved.savedAt, answer))
    if (known === undefined || gone.length === 0) return
    const goneIds = gone.map((saved) => saved.park.id)
    await db.tiles.put({ ...known, parks: known.parks.filter((saved) => !gone.includes(saved)) })
    const keys = await db.parkKeys.bulkGet(goneIds)
    await db.parkKeys.bulkDelete(goneIds)
    await moveInShards(
      db,
      keys.map((before) => ({ before, after: undefined })),
    )
  })
}

/**
 * A whole tile: its parks come in, and what the provider no longer has there goes, unless it was stored meanwhile.
 * @param written of its parks those that are to come in; by default all
 */
export async function applyParkTile(
  dbs: Databases,
  answer: TileAnswer,
  written: TileAnswer['tile']['parks'] = answer.tile.parks,
): Promise<void> {
  await applyParks(dbs, written, answer.savedAt)
  await onPublic(dbs, () => removeGone(dbs.public, answer))
}

import type { Park } from '../contract/parks.ts'
import { uuid7 } from '../lib/uuid7.ts'
import type { PublicDb } from './schema.ts'
import { tileKeyOf } from './tile-key.ts'

/** Where a park's tile is. */
export interface ParkPlace {
  readonly id: number
  readonly cell: number
}

export interface PlacesChange {
  readonly gone: readonly ParkPlace[]
  readonly come: readonly Park[]
}

export const placeOf = (park: Park): ParkPlace => ({ id: park.id, cell: tileKeyOf(park) })

/** As this page has last read or changed them. True as long as the database has the same revision: other tabs and the worker write, too. */
interface KnownPlaces {
  readonly revision: string | undefined
  readonly cells: Map<number, number>
}

const known = new WeakMap<PublicDb, KnownPlaces>()

async function readRevision(db: PublicDb): Promise<string | undefined> {
  return (await db.revisions.get('blocks'))?.revision
}

async function readPlaces(db: PublicDb): Promise<ReadonlyMap<number, number>> {
  const revision = await readRevision(db)
  const before = known.get(db)
  if (before !== undefined && before.revision === revision) return before.cells
  const cells = new Map<number, number>()
  for (const row of await db.blocks.toArray()) row.ids.forEach((id, index) => cells.set(id, row.cells[index] ?? 0))
  // A region of a hundred thousand comes in pieces: each would read all that came before it.
  known.set(db, { revision, cells })
  return cells
}

/** With each change, in its transaction. Where that fails, the database has the revision of before, and all is read again. */
export async function notePlaces(db: PublicDb, { gone, come }: PlacesChange): Promise<void> {
  const before = known.get(db)
  const isTrue = before !== undefined && before.revision === (await readRevision(db))
  const revision = uuid7()
  await db.revisions.put({ key: 'blocks', revision })
  if (!isTrue) return
  for (const { id } of gone) before.cells.delete(id)
  for (const park of come) before.cells.set(park.id, tileKeyOf(park))
  known.set(db, { revision, cells: before.cells })
}

/** Those of these car parks that the mirror has, each once, in the order of the ids. */
export async function findPlaces(db: PublicDb, ids: readonly number[]): Promise<readonly ParkPlace[]> {
  if (ids.length === 0) return []
  const cells = await readPlaces(db)
  return [...new Set(ids)].flatMap((id) => {
    const cell = cells.get(id)
    return cell === undefined ? [] : { id, cell }
  })
}

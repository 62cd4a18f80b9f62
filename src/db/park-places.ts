import type { Park } from '../contract/parks.ts'
import type { Revision } from './block-rows.ts'
import type { PublicDb } from './schema.ts'
import { tileKeyOf } from './tile-key.ts'

/** A park and the cell of its tile. */
export interface ParkPlace {
  readonly id: number
  readonly cell: number
}

export interface PlacesChange {
  readonly gone: readonly ParkPlace[]
  readonly come: readonly Park[]
}

export const placeOf = (park: Park): ParkPlace => ({ id: park.id, cell: tileKeyOf(park) })

/**
 * Places as this page last read or changed them. Valid while the database has the same revision: other tabs and the
 * worker write too.
 */
interface KnownPlaces {
  readonly revision: string | undefined
  readonly cells: Map<number, number>
  /** Cells that have car parks, and some that used to. */
  readonly used: Set<number>
}

const known = new WeakMap<PublicDb, KnownPlaces>()

/** Read once per transaction: each storage access is a round trip to another process. */
export const readRevision = (db: PublicDb): PromiseLike<Revision> => db.revisions.get('blocks')

async function readPlaces(db: PublicDb, now: Revision): Promise<ReadonlyMap<number, number>> {
  const revision = now?.revision
  const before = known.get(db)
  if (before !== undefined && before.revision === revision) return before.cells
  const cells = new Map<number, number>()
  for (const row of await db.blocks.toArray()) row.ids.forEach((id, index) => cells.set(id, row.cells[index] ?? 0))
  // A region of a hundred thousand parks arrives in parts; without this cache each part would read all earlier ones.
  known.set(db, { revision, cells, used: new Set(cells.values()) })
  return cells
}

/** Drops the cells that have no car parks, as far as this page knows without reading all of them. */
export function withoutEmpty(db: PublicDb, cells: readonly number[], now: Revision): readonly number[] {
  const before = known.get(db)
  return before === undefined || before.revision !== now?.revision
    ? cells
    : cells.filter((cell) => before.used.has(cell))
}

/** The revisions before and after a change. */
export interface RevisionStep {
  readonly before: Revision
  readonly revision: string
}

/**
 * Called with each change, in its transaction. If that transaction fails, the database keeps the old revision and
 * everything is read again.
 */
export function notePlaces(db: PublicDb, { gone, come }: PlacesChange, step: RevisionStep): void {
  const before = known.get(db)
  if (before === undefined || before.revision !== step.before?.revision) return
  for (const { id } of gone) before.cells.delete(id)
  for (const { id, cell } of come.map(placeOf)) {
    before.cells.set(id, cell)
    before.used.add(cell)
  }
  known.set(db, { ...before, revision: step.revision })
}

/** Returns those of these car parks that are in the mirror, each once, in the order of the ids. */
export const findPlaces = async (db: PublicDb, ids: readonly number[]): Promise<readonly ParkPlace[]> =>
  ids.length === 0 ? [] : findPlacesAt(db, ids, await readRevision(db))

/** Like `findPlaces`, for callers that have read the revision. */
export async function findPlacesAt(db: PublicDb, ids: readonly number[], now: Revision): Promise<readonly ParkPlace[]> {
  if (ids.length === 0) return []
  const cells = await readPlaces(db, now)
  return [...new Set(ids)].flatMap((id) => {
    const cell = cells.get(id)
    return cell === undefined ? [] : { id, cell }
  })
}

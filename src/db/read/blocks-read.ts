import type { BlockRow, PlacedBlock } from '../block-rows.ts'
import type { PublicDb } from '../schema.ts'

/** What a search near a place needs of a piece of the world. Undefined: no car park is there. */
export type Spots = Pick<PlacedBlock, 'ids' | 'cells' | 'spots'> | undefined

/** As this page has last read them: perhaps not so any more. */
const lastRead = new WeakMap<PublicDb, Map<string, Spots>>()

/** Pieces that stay in memory: several towns with all that is around them. */
const REMEMBERED = 400

/** Those of these pieces that were read before, if all were. */
export function recallBlocks(db: PublicDb, names: readonly string[]): ReadonlyMap<string, Spots> | undefined {
  const known = lastRead.get(db)
  return known !== undefined && names.every((name) => known.has(name))
    ? new Map(names.map((name) => [name, known.get(name)]))
    : undefined
}

/** What was read of these pieces. */
export function rememberBlocks(
  db: PublicDb,
  names: readonly string[],
  rows: ReadonlyMap<string, NonNullable<Spots>>,
): void {
  const known = lastRead.get(db) ?? new Map<string, Spots>()
  lastRead.set(db, known)
  for (const name of names) {
    const row = rows.get(name)
    known.delete(name)
    known.set(name, row && { ids: row.ids, cells: row.cells, spots: row.spots })
  }
  for (const oldest of known.keys()) {
    if (known.size <= REMEMBERED) return
    known.delete(oldest)
  }
}

function isAlike<T extends Int32Array | Float64Array>(a: T, b: T): boolean {
  if (a.length !== b.length) return false
  for (let index = 0; index < a.length; index += 1) {
    // NaN, for no place, is not itself.
    if (a[index] !== b[index] && !(Number.isNaN(a[index]) && Number.isNaN(b[index]))) return false
  }
  return true
}

/** A row without places, as after a rollback, is like none. */
export function isSameSpots(a: Spots, b: BlockRow | undefined): boolean {
  if (a === undefined || b === undefined) return a === b
  return isAlike(a.ids, b.ids) && isAlike(a.cells, b.cells) && b.spots !== undefined && isAlike(a.spots, b.spots)
}

import type { Park } from '../../src/contract/parks.ts'
import type { TileRegionWire } from '../../src/contract/tiles.ts'
import { must } from '../../src/lib/assert.ts'
import { type Cell, cellOf } from '../../src/lib/cell.ts'
import type { Database, Queryable } from '../db/database.ts'
import type { CityInCell, PackBox, PackRegion } from '../rules/pack-regions.ts'
import { type ParkRow, SELECT_PARK_ALONE, toPark } from './park-row.ts'

/** A cell that has or had parks. */
export interface ParkCellRow extends CityInCell {
  readonly changes: number
}

export const listParkCells = (db: Queryable): Promise<readonly ParkCellRow[]> =>
  db.query('select cell, country_code, state, city, parks, changes from park_cells order by cell')

/** Lists all parks of these cells in id order; an empty cell has an empty list. */
export async function listParksToPack(
  db: Queryable,
  cells: readonly Cell[],
): Promise<ReadonlyArray<{ readonly cell: Cell; readonly parks: readonly Park[] }>> {
  const rows = await db.query<ParkRow>(`${SELECT_PARK_ALONE} where p.cell = any($1::int[]) order by p.id`, [cells])
  const tiles = new Map<Cell, Park[]>(cells.map((cell) => [cell, []]))
  for (const row of rows) {
    const cell = cellOf(must(row.lat, 'latitude'), must(row.lng, 'longitude'))
    // Packs contain no live facts, so the time does not matter.
    must(tiles.get(cell), 'tile of a stored cell').push(toPark(row, 0))
  }
  return cells.map((cell) => ({ cell, parks: tiles.get(cell) ?? [] }))
}

export interface StoredPackFile {
  readonly kind: 'parks' | 'names'
  readonly hash: string
  readonly bytes: number
  readonly inputs: string
}

export interface StoredPackRegion {
  readonly region: string
  readonly revision: string
  readonly streets: readonly TileRegionWire[]
  readonly files: readonly StoredPackFile[]
}

export async function findStoredRegion(db: Queryable, region: string): Promise<StoredPackRegion | undefined> {
  const [row] = await db.query<StoredPackRegion>(
    `select r.region, r.revision, r.streets,
            (select json_agg(json_build_object('kind', p.kind, 'hash', p.hash, 'bytes', p.bytes, 'inputs', f.inputs) order by f.place)
               from pack_files f join packs p using (hash) where f.region = r.region) as files
       from pack_regions r where r.region = $1`,
    [region],
  )
  return row
}

/** Keeps the body stored under a hash for another month and returns its bytes, or undefined when there is none. */
export async function keepPack(db: Queryable, hash: string, nowMs: number): Promise<number | undefined> {
  const [row] = await db.query<{ bytes: number }>('update packs set named_at = $2 where hash = $1 returning bytes', [
    hash,
    new Date(nowMs),
  ])
  return row?.bytes
}

export interface NewPack {
  readonly hash: string
  readonly kind: 'parks' | 'names'
  readonly body: Uint8Array
}

export async function insertPack(db: Queryable, { hash, kind, body }: NewPack, nowMs: number): Promise<void> {
  await db.query(
    `insert into packs (hash, kind, bytes, body, named_at) values ($1, $2, $3, $4, $5)
     on conflict (hash) do update set named_at = excluded.named_at`,
    [hash, kind, body.length, body, new Date(nowMs)],
  )
}

export interface MadePackRegion extends Omit<PackRegion, 'cells' | 'isRest'> {
  readonly box: PackBox
  readonly bytes: number
  readonly revision: string
  readonly streets: readonly TileRegionWire[]
  readonly files: readonly StoredPackFile[]
}

interface Moments {
  readonly nowMs: number
  /** When checking began, before anything was read. */
  readonly checkedMs: number
}

/** Replaces a region in one step; files it no longer uses are kept for a month. */
export const putPackRegion = (db: Database, made: MadePackRegion, { nowMs, checkedMs }: Moments): Promise<void> =>
  db.transaction(async (tx) => {
    await leaveFiles(tx, [made.region], nowMs)
    await tx.query(
      `insert into pack_regions as r (region, country_code, name, state, box, parks, bytes, revision, streets, made_at, checked_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
       on conflict (region) do update set country_code = $2, name = $3, state = $4, box = $5, parks = $6, bytes = $7, streets = $9,
         made_at = case when r.revision = $8 then r.made_at else $10 end, revision = $8, checked_at = $11`,
      [
        ...[made.region, made.country_code, made.name, made.state, [...made.box], made.parks, made.bytes],
        ...[made.revision, JSON.stringify(made.streets), new Date(nowMs), new Date(checkedMs)],
      ],
    )
    await tx.query(
      `insert into pack_files (region, place, hash, inputs)
       select $1, f.place, f.hash, f.inputs from unnest($2::text[], $3::text[]) with ordinality as f (hash, inputs, place)`,
      [made.region, made.files.map(({ hash }) => hash), made.files.map(({ inputs }) => inputs)],
    )
  })

async function leaveFiles(tx: Queryable, regions: readonly string[], nowMs: number): Promise<void> {
  await tx.query(
    `with gone as (delete from pack_files where region = any($1::text[]) returning hash)
     update packs p set named_at = $2 from gone where p.hash = gone.hash`,
    [regions, new Date(nowMs)],
  )
}

/** Deletes regions that no longer have parks and returns how many. */
export const dropPackRegions = (db: Database, kept: readonly string[], nowMs: number): Promise<number> =>
  db.transaction(async (tx) => {
    const rows = await tx.query<{ region: string }>(
      'select region from pack_regions where not region = any($1::text[])',
      [kept],
    )
    const gone = rows.map(({ region }) => region)
    await leaveFiles(tx, gone, nowMs)
    await tx.query('delete from pack_regions where region = any($1::text[])', [gone])
    return gone.length
  })

/** Records that the files of these regions matched the parks at `checkedMs`. */
export async function confirmPackRegions(db: Queryable, regions: readonly string[], checkedMs: number): Promise<void> {
  await db.query('update pack_regions set checked_at = $2 where region = any($1::text[])', [
    regions,
    new Date(checkedMs),
  ])
}

/** Does the same for all regions last checked before `olderMs`. */
export async function confirmAllPackRegions(db: Queryable, checkedMs: number, olderMs: number): Promise<void> {
  await db.query('update pack_regions set checked_at = $1 where checked_at < $2', [
    new Date(checkedMs),
    new Date(olderMs),
  ])
}

export interface PackRound {
  readonly changes: number
  /** Epoch milliseconds; null when the round had no street map. */
  readonly streets_at: number | null
}

export async function findPackRound(db: Queryable): Promise<PackRound | undefined> {
  const [row] = await db.query<PackRound>('select changes, streets_at from pack_rounds')
  return row
}

export async function countChanges(db: Queryable): Promise<number> {
  const [row] = await db.query<{ changes: number }>(
    'select coalesce(sum(changes), 0)::bigint as changes from park_cells',
  )
  return must(row, 'changes').changes
}

export async function putPackRound(db: Queryable, { changes, streets_at }: PackRound): Promise<void> {
  await db.query(
    `insert into pack_rounds (changes, streets_at) values ($1, $2)
     on conflict (id) do update set changes = excluded.changes, streets_at = excluded.streets_at`,
    [changes, streets_at === null ? null : new Date(streets_at)],
  )
}

/** Deletes files not referenced by any region since `beforeMs`. */
export async function forgetPacks(db: Queryable, beforeMs: number): Promise<number> {
  const rows = await db.query(
    `delete from packs p where named_at < $1 and not exists (select 1 from pack_files f where f.hash = p.hash) returning hash`,
    [new Date(beforeMs)],
  )
  return rows.length
}

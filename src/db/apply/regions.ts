import { Dexie } from 'dexie'
import type { PackRegionWire } from '../../contract/packs.ts'
import { cellRanges } from '../../lib/cell.ts'
import { type Databases, sparing } from '../databases.ts'
import { forgetInCells, readKeptCells } from '../forget-parks.ts'
import {
  type KeptPack,
  packListKey,
  REGION_CHOICES,
  type RegionChoices,
  type RegionRow,
  type StagedFileRow,
} from '../region-row.ts'
import type { PublicDb } from '../schema.ts'
import { onPublic } from '../with-db.ts'

/** Radius around a searched place in which nothing is removed, metres. */
const IN_USE_METRES = 5_000

const DEFAULT_CHOICES: RegionChoices = { onAnyLine: false, dismissed: [] }

const filesOf = (region: string): [[string, unknown], [string, unknown], boolean, boolean] => [
  [region, Dexie.minKey],
  [region, Dexie.maxKey],
  true,
  true,
]

/**
 * Moves a region from one state to the next. `change` receives the current row, so a slow tab never overwrites another
 * tab's decision; it returns undefined to leave the row unchanged and null to remove it. Returns the resulting row.
 */
export const changeRegion = (
  dbs: Databases,
  region: string,
  change: (row: RegionRow | undefined) => RegionRow | null | undefined,
): Promise<RegionRow | undefined> =>
  onPublic(sparing(dbs), () =>
    dbs.public.transaction('rw', [dbs.public.regions], async () => {
      const row = await dbs.public.regions.get(region)
      const next = change(row)
      if (next === undefined) return row
      if (next === null) await dbs.public.regions.delete(region)
      else await dbs.public.regions.put(next)
      return next ?? undefined
    }),
  )

/**
 * Stores a checked file until the rest of its region has arrived. A region never displaces other data: it waits when
 * there is no room.
 */
export const stageFile = async (dbs: Databases, file: StagedFileRow): Promise<void> => {
  await onPublic(sparing(dbs), () => dbs.public.stagedFiles.put(file))
}

export interface WholeRegion {
  readonly region: string
  readonly kept: KeptPack
}

async function takeStaged(db: PublicDb, region: string, hashes: ReadonlySet<string>): Promise<void> {
  const held = await db.packFiles
    .where('[region+hash]')
    .between(...filesOf(region))
    .toArray()
  await db.packFiles.bulkDelete(
    held.filter(({ hash }) => !hashes.has(hash)).map(({ hash }): [string, string] => [region, hash]),
  )
  const staged = await db.stagedFiles
    .where('[region+hash]')
    .between(...filesOf(region))
    .toArray()
  await db.packFiles.bulkPut(
    staged
      .filter(({ hash }) => hashes.has(hash))
      // Car parks are in the mirror by this point; names are stored nowhere else.
      .map(({ bytes: _bytes, ...file }) => ({ ...file, body: file.kind === 'names' ? file.body : null })),
  )
  await db.stagedFiles
    .where('[region+hash]')
    .between(...filesOf(region))
    .delete()
}

/**
 * The last step, in one transaction: completes the region in this state. Returns false when the driver has cancelled it
 * meanwhile; then nothing has changed.
 */
export const applyWhole = (dbs: Databases, { region, kept }: WholeRegion): Promise<boolean> =>
  onPublic(sparing(dbs), () => {
    const { regions, packFiles, stagedFiles } = dbs.public
    return dbs.public.transaction('rw', [regions, packFiles, stagedFiles], async () => {
      const row = await regions.get(region)
      if (row?.job?.state !== 'applying') return false
      await takeStaged(dbs.public, region, new Set(kept.hashes))
      await regions.put({ ...row, kept, job: null })
      return true
    })
  })

/** Removes files of an update that was cancelled. */
export const dropStaged = async (dbs: Databases, region: string): Promise<void> => {
  await onPublic(dbs, () =>
    dbs.public.stagedFiles
      .where('[region+hash]')
      .between(...filesOf(region))
      .delete(),
  )
}

async function readCellsInUse(db: PublicDb): Promise<(cell: number) => boolean> {
  const recents = await db.recents.toArray()
  const ranges = recents.flatMap((row) =>
    row.kind === 'search' && row.search.near !== null ? cellRanges(row.search.near, IN_USE_METRES) : [],
  )
  return (cell) => ranges.some(([from, to]) => cell >= from && cell <= to)
}

/**
 * Removes a region from the phone: its row first, so that it is never shown without its files. Its car parks go too,
 * except those of another kept region, recently viewed ones, and those around the last searches.
 */
export async function removeRegion(dbs: Databases, region: string): Promise<void> {
  const db = dbs.public
  const cells = await onPublic(dbs, () =>
    db.transaction('rw', [db.regions, db.packFiles, db.stagedFiles], async () => {
      const files = db.packFiles.where('[region+hash]').between(...filesOf(region))
      const own = (await files.toArray()).flatMap((file) => file.cells)
      await db.regions.delete(region)
      await files.delete()
      await db.stagedFiles
        .where('[region+hash]')
        .between(...filesOf(region))
        .delete()
      return own
    }),
  )
  await onPublic(dbs, async () => {
    const [kept, isInUse, recents] = await Promise.all([readKeptCells(db), readCellsInUse(db), db.recents.toArray()])
    const viewed = new Set(recents.flatMap((row) => (row.kind === 'park' ? [row.parkId] : [])))
    const gone = cells.filter((cell) => !kept.has(cell) && !isInUse(cell))
    await forgetInCells(db, gone, ({ id }) => viewed.has(id))
  })
}

/** Stores the regions of a country, which come in one answer. */
export const applyPackList = async (
  dbs: Databases,
  country: string,
  list: { readonly packs: readonly PackRegionWire[]; readonly savedAt: number },
): Promise<void> => {
  await onPublic(dbs, () => dbs.public.saved.put({ key: packListKey(country), ...list }))
}

export const applyRegionChoices = (
  dbs: Databases,
  change: (choices: RegionChoices) => RegionChoices,
  savedAt: number,
): Promise<void> =>
  onPublic(dbs, () =>
    dbs.public.transaction('rw', [dbs.public.saved], async () => {
      const row = await dbs.public.saved.get(REGION_CHOICES)
      await dbs.public.saved.put({ key: REGION_CHOICES, savedAt, keeping: change(row?.keeping ?? DEFAULT_CHOICES) })
    }),
  )

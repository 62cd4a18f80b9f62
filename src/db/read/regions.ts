import { Dexie } from 'dexie'
import type { PackRegionWire } from '../../contract/packs.ts'
import type { TileRegionWire } from '../../contract/tiles.ts'
import { databases, type Databases } from '../databases.ts'
import { packListKey, REGION_CHOICES, type RegionChoices, type RegionRow, type StagedFileRow } from '../region-row.ts'
import { createRegionStreets } from '../region-streets.ts'
import { CHUNK_BYTES } from '../street-chunks.ts'
import { onPublic } from '../with-db.ts'
import type { Saved } from './saved.ts'

export type { KeptPack, PauseReason, RegionChoices, RegionJob } from '../region-row.ts'

export interface KeptRegion extends RegionRow {
  /** Some of its data is gone, as on a full phone, so it is incomplete. */
  readonly isBroken: boolean
  /** Whether its streets are stored; false when it has none. */
  readonly hasStreets: boolean
}

const byName = (a: RegionRow, b: RegionRow): number => a.name.localeCompare(b.name)

const readRows = (dbs: Databases) =>
  onPublic(dbs, async () => {
    const rows = await dbs.public.regions.toArray()
    const here = new Set((await dbs.public.packFiles.toCollection().primaryKeys()).map((key) => key.join()))
    const hasFiles = ({ region, kept }: RegionRow): boolean =>
      kept === null || kept.hashes.every((hash) => here.has(`${region},${hash}`))
    return rows.toSorted(byName).map((row) => ({ ...row, hasFiles: hasFiles(row) }))
  })

/** Returns every region that is kept or downloading. */
export async function readRegions(dbs: Databases = databases): Promise<readonly KeptRegion[]> {
  // Reads first what a live query observes; the streets have a storage of their own.
  const rows = await readRows(dbs)
  const streets = rows.some(({ kept }) => kept !== null) ? createRegionStreets() : null
  const isHere = async ({ url, bytes }: TileRegionWire): Promise<boolean> => {
    const [kept] = await Promise.allSettled([streets?.listKept(url)])
    return kept.status === 'fulfilled' && kept.value?.size === Math.ceil(bytes / CHUNK_BYTES)
  }
  return Promise.all(
    rows.map(async ({ hasFiles, ...row }) => {
      const archives = await Promise.all((row.kept?.streets ?? []).map(isHere))
      const areAllHere = archives.every((here) => here)
      return { ...row, isBroken: !hasFiles || !areAllHere, hasStreets: archives.length > 0 && areAllHere }
    }),
  )
}

/** Returns the hashes of a region's files: those in the mirror and those staged. */
export const readRegionFiles = (
  dbs: Databases,
  region: string,
): Promise<{ readonly held: ReadonlyMap<string, readonly number[]>; readonly staged: ReadonlyMap<string, number> }> =>
  onPublic(dbs, async () => {
    const range = [[region, Dexie.minKey], [region, Dexie.maxKey], true, true] as const
    const [held, staged] = await Promise.all([
      dbs.public.packFiles
        .where('[region+hash]')
        .between(...range)
        .toArray(),
      dbs.public.stagedFiles
        .where('[region+hash]')
        .between(...range)
        .toArray(),
    ])
    return {
      held: new Map(held.map(({ hash, cells }) => [hash, cells])),
      staged: new Map(staged.map(({ hash, bytes }) => [hash, bytes])),
    }
  })

export const findStagedFile = (dbs: Databases, region: string, hash: string): Promise<StagedFileRow | undefined> =>
  onPublic(dbs, () => dbs.public.stagedFiles.get([region, hash]))

/** Returns the regions of a country that may be kept, as the provider last listed them; null when it never has. */
export const readPackList = (
  country: string,
  dbs: Databases = databases,
): Promise<Saved<readonly PackRegionWire[] | null>> =>
  onPublic(dbs, async () => {
    const row = await dbs.public.saved.get(packListKey(country))
    return { value: row?.packs ?? null, savedAt: row?.savedAt ?? null }
  })

export const readRegionChoices = (dbs: Databases = databases): Promise<RegionChoices> =>
  onPublic(dbs, async () => {
    const row = await dbs.public.saved.get(REGION_CHOICES)
    return row?.keeping ?? { onAnyLine: false, dismissed: [] }
  })

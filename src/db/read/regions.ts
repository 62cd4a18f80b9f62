import { Dexie } from 'dexie'
import type { PackRegionWire } from '../../contract/packs.ts'
import { databases, type Databases } from '../databases.ts'
import { packListKey, REGION_CHOICES, type RegionRow, type StagedFileRow } from '../region-row.ts'
import type { RegionChoices } from '../schema.ts'
import { onPublic } from '../with-db.ts'
import type { Saved } from './saved.ts'

export interface KeptRegion extends RegionRow {
  /** Files that it was kept with are gone, as on a full phone: it is not whole any more. */
  readonly isBroken: boolean
}

const byName = (a: RegionRow, b: RegionRow): number => a.name.localeCompare(b.name)

/** Every region that is kept here or on its way. */
export const readRegions = (dbs: Databases = databases): Promise<readonly KeptRegion[]> =>
  onPublic(dbs, async () => {
    const rows = await dbs.public.regions.toArray()
    const here = new Set((await dbs.public.packFiles.toCollection().primaryKeys()).map((key) => key.join()))
    const isGone = (row: RegionRow): boolean => row.kept?.hashes.some((hash) => !here.has(`${row.region},${hash}`)) ?? false
    return rows.toSorted(byName).map((row) => ({ ...row, isBroken: isGone(row) }))
  })

/** Names of a region's files by hash: those in the mirror, and those that wait. */
export const readRegionFiles = (
  dbs: Databases,
  region: string,
): Promise<{ readonly held: ReadonlyMap<string, readonly number[]>; readonly staged: ReadonlyMap<string, number> }> =>
  onPublic(dbs, async () => {
    const range = [[region, Dexie.minKey], [region, Dexie.maxKey], true, true] as const
    const [held, staged] = await Promise.all([
      dbs.public.packFiles.where('[region+hash]').between(...range).toArray(),
      dbs.public.stagedFiles.where('[region+hash]').between(...range).toArray(),
    ])
    return {
      held: new Map(held.map(({ hash, cells }) => [hash, cells])),
      staged: new Map(staged.map(({ hash, bytes }) => [hash, bytes])),
    }
  })

export const findStagedFile = (dbs: Databases, region: string, hash: string): Promise<StagedFileRow | undefined> =>
  onPublic(dbs, () => dbs.public.stagedFiles.get([region, hash]))

/** Regions of a country that may be kept, as the provider last listed them; null: it never did. */
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

import type { TileRegionWire } from '../../contract/tiles.ts'
import { databases, type Databases } from '../databases.ts'
import { STREET_REGIONS } from '../street-regions-key.ts'
import { onPublic } from '../with-db.ts'
import type { Saved } from './saved.ts'

/**
 * Returns the areas whose streets the provider last listed, and those of kept regions as stored here, until the region
 * is updated. Null when there is neither.
 */
export const readStreetRegions = (dbs: Databases = databases): Promise<Saved<readonly TileRegionWire[] | null>> =>
  onPublic(dbs, async () => {
    const [row, regions] = await Promise.all([dbs.public.saved.get(STREET_REGIONS), dbs.public.regions.toArray()])
    const kept = new Map(regions.flatMap((region) => region.kept?.streets ?? []).map((at) => [at.region, at]))
    const listed = (row?.regions ?? []).filter(({ region }) => !kept.has(region))
    const isNone = row?.regions === undefined && kept.size === 0
    return { value: isNone ? null : [...listed, ...kept.values()], savedAt: row?.savedAt ?? null }
  })

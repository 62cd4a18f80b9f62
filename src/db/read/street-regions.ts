import type { TileRegionWire } from '../../contract/tiles.ts'
import { databases, type Databases } from '../databases.ts'
import { STREET_REGIONS } from '../street-regions-key.ts'
import { onPublic } from '../with-db.ts'
import type { Saved } from './saved.ts'

/** The areas whose streets the provider had when it was last asked; null when it never was. */
export const readStreetRegions = (dbs: Databases = databases): Promise<Saved<readonly TileRegionWire[] | null>> =>
  onPublic(dbs, async () => {
    const row = await dbs.public.saved.get(STREET_REGIONS)
    return { value: row?.regions ?? null, savedAt: row?.savedAt ?? null }
  })

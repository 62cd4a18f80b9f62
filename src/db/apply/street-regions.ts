import type { TileRegionWire } from '../../contract/tiles.ts'
import type { Databases } from '../databases.ts'
import { STREET_REGIONS } from '../street-regions-key.ts'
import { onPublic } from '../with-db.ts'

/** Stores the whole list, which comes in one answer. */
export const applyStreetRegions = async (
  dbs: Databases,
  saved: { readonly regions: readonly TileRegionWire[]; readonly savedAt: number },
): Promise<void> => {
  await onPublic(dbs, () => dbs.public.saved.put({ key: STREET_REGIONS, ...saved }))
}

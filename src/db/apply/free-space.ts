import type { Park } from '../../contract/parks.ts'
import { deleteImages } from '../../lib/image-caches.ts'
import type { Databases } from '../databases.ts'
import { forgetOtherCountries } from '../forget-parks.ts'
import { deleteCachedStreets } from '../street-chunks.ts'
import { onPublic } from '../with-db.ts'

/**
 * Deletes map images, photos, cached streets, and the car parks of every country but `own`. Kept regions, bookings,
 * passes and waiting requests stay.
 */
export async function applyFreeSpace(dbs: Databases, own: Park['country_code'] | null): Promise<void> {
  await deleteImages()
  await deleteCachedStreets()
  if (own !== null) await onPublic(dbs, () => forgetOtherCountries(dbs.public, own))
}

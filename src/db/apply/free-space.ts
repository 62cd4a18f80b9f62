import type { Park } from '../../contract/parks.ts'
import { deleteImages } from '../../lib/image-caches.ts'
import type { Databases } from '../databases.ts'
import { forgetParks } from '../forget-parks.ts'
import { deleteStreets } from '../street-chunks.ts'
import { onPublic } from '../with-db.ts'

/** Gives up map images, photos and streets, and the car parks of every country but `own`. Bookings, passes and what waits stay. */
export async function applyFreeSpace(dbs: Databases, own: Park['country_code'] | null): Promise<void> {
  await deleteImages()
  await deleteStreets()
  if (own !== null) await onPublic(dbs, () => forgetParks(dbs.public, ({ country_code: country }) => country === own))
}

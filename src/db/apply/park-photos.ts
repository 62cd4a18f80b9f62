import type { ParkPhotos } from '../../contract/park-photos.ts'
import type { Databases } from '../databases.ts'
import { PARK_PHOTOS, parkPhotosKey } from '../park-photos-key.ts'
import { onPublic } from '../with-db.ts'
import { keepLately } from './keep-lately.ts'

/** Stores the addresses and descriptions of the photos; the service worker keeps the photos themselves. */
export const applyParkPhotos = (
  dbs: Databases,
  { photos, savedAt }: { readonly photos: ParkPhotos; readonly savedAt: number },
): Promise<void> =>
  onPublic(dbs, () =>
    dbs.public.transaction('rw', dbs.public.saved, () =>
      keepLately(dbs.public, PARK_PHOTOS, { key: parkPhotosKey(photos.park_id), savedAt, photos }),
    ),
  )

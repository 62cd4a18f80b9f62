import type { ParkPhotos } from '../../contract/park-photos.ts'
import { databases, type Databases } from '../databases.ts'
import { parkPhotosKey } from '../park-photos-key.ts'
import { onPublic } from '../with-db.ts'
import type { Saved } from './saved.ts'

/** As the provider last listed them; null when never fetched. */
export const readParkPhotos = (parkId: number, dbs: Databases = databases): Promise<Saved<ParkPhotos | null>> =>
  onPublic(dbs, async () => {
    const row = await dbs.public.saved.get(parkPhotosKey(parkId))
    return { value: row?.photos ?? null, savedAt: row?.savedAt ?? null }
  })

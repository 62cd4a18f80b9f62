import type { Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'

export const readQuietNights = (dbs: Databases): Promise<boolean> =>
  onPublic(dbs, async () => (await dbs.public.saved.get('quiet-nights')) !== undefined)

import { databases, type Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'

/** Whether this phone keeps any region, or was asked to: most never load what does it. */
export const hasRegions = (dbs: Databases = databases): Promise<boolean> =>
  onPublic(dbs, async () => (await dbs.public.regions.count()) > 0)

import { databases, type Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'

/** Returns whether this phone keeps or has requested any region: most phones never load the code for it. */
export const hasRegions = (dbs: Databases = databases): Promise<boolean> =>
  onPublic(dbs, async () => (await dbs.public.regions.count()) > 0)

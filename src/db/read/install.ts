import { databases, type Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'

/** Returns the id of this installation; null in a database that is new or was emptied by the browser. */
export const readInstallId = (dbs: Databases = databases): Promise<string | null> =>
  onPublic(dbs, async () => (await dbs.public.install.get('install'))?.id ?? null)

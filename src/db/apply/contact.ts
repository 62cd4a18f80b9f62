import type { Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'

/** When the provider last answered this phone: what "No connection: saved 14:05" says after a restart. */
export const applyContact = (dbs: Databases, savedAt: number): Promise<void> =>
  onPublic(dbs, async () => {
    await dbs.public.saved.put({ key: 'contact', savedAt })
  })

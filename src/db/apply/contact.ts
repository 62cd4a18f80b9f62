import type { Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'

/** Stores when the provider last answered this phone, for "No connection: saved 14:05" after a restart. */
export const applyContact = (dbs: Databases, savedAt: number): Promise<void> =>
  onPublic(dbs, async () => {
    await dbs.public.saved.put({ key: 'contact', savedAt })
  })

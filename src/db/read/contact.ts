import { databases, type Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'
import type { SavedAt } from '../schema.ts'

/** Returns when the provider last answered this phone, epoch milliseconds; null when it never has. */
export const readContact = (dbs: Databases = databases): Promise<SavedAt | null> =>
  onPublic(dbs, async () => (await dbs.public.saved.get('contact'))?.savedAt ?? null)

import type { Gift } from '../../contract/gifts.ts'
import { databases, type Databases } from '../databases.ts'
import { GIFTS } from '../kept-lists.ts'
import type { Saved } from './saved.ts'
import { readAsUser } from './session.ts'

/** Newest first; null when never fetched on this phone. */
export const readGifts = (dbs: Databases = databases): Promise<Saved<readonly Gift[] | null>> =>
  readAsUser<Saved<readonly Gift[] | null>>(dbs, { value: null, savedAt: null }, async (db) => {
    const row = await db.saved.get(GIFTS)
    return { value: row?.gifts ?? null, savedAt: row?.savedAt ?? null }
  })

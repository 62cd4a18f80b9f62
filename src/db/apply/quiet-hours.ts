import type { Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'

/** Stores whether notifications stay silent at night, for the worker, which cannot read the page's settings. */
export const applyQuietNights = (dbs: Databases, isQuiet: boolean, savedAt: number): Promise<void> =>
  onPublic(dbs, async () => {
    if (isQuiet) await dbs.public.saved.put({ key: 'quiet-nights', savedAt })
    else await dbs.public.saved.delete('quiet-nights')
  })

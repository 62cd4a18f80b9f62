import type { Databases } from '../databases.ts'
import { onUser } from '../with-db.ts'

/** The picture that waits to be sent; null: it is not on this phone any more. */
export const findScanPicture = (
  dbs: Databases,
  userId: string,
  { scanId }: { readonly scanId: string },
): Promise<ArrayBuffer | null> => onUser(dbs, userId, async (db) => (await db.scans.get(scanId))?.picture ?? null)

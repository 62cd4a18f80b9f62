import type { Databases } from '../databases.ts'
import { onUser } from '../with-db.ts'

export type { ScanRow } from '../scan-row.ts'

/** Returns the picture waiting to be sent; null when it has left this phone. */
export const findScanPicture = (
  dbs: Databases,
  userId: string,
  { scanId }: { readonly scanId: string },
): Promise<ArrayBuffer | null> => onUser(dbs, userId, async (db) => (await db.scans.get(scanId))?.picture ?? null)

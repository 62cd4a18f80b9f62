import { writeAsUser } from '../as-user.ts'
import type { Databases } from '../databases.ts'
import { NOT_MINE } from '../read/not-mine.ts'

/** `plate`, normalised, is not offered to this driver again, on this phone. */
export const applyNotMine = (
  dbs: Databases,
  userId: string,
  { plate, savedAt }: { readonly plate: string; readonly savedAt: number },
): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['saved'],
    work: (db) => db.saved.put({ key: NOT_MINE + plate, savedAt }),
  })

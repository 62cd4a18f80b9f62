import { writeAsUser } from '../as-user.ts'
import type { Databases } from '../databases.ts'
import { NOT_MINE } from '../read/not-mine.ts'

/** Stops offering `plate` (normalised) to this driver on this phone. */
export const applyNotMine = (
  dbs: Databases,
  userId: string,
  { plate, savedAt }: { readonly plate: string; readonly savedAt: number },
): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['saved'],
    work: (db) => db.saved.put({ key: NOT_MINE + plate, savedAt }),
  })

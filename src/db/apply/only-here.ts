import { writeAsUser } from '../as-user.ts'
import type { Databases } from '../databases.ts'
import type { OnlyHere } from '../read/only-here.ts'
import { onPublic } from '../with-db.ts'

/** Hands over what only this phone has of a driver's to the account that they have joined. */
export async function applyOnlyHere(
  dbs: Databases,
  userId: string,
  { parked, blockedAttempts, recents }: OnlyHere,
): Promise<void> {
  await writeAsUser(dbs, userId, {
    tables: ['parked', 'blockedAttempts'],
    async work(db) {
      await db.parked.bulkPut(parked)
      await db.blockedAttempts.bulkPut(blockedAttempts)
    },
  })
  await onPublic(dbs, () => dbs.public.recents.bulkPut(recents))
}

import { databases, type Databases } from '../databases.ts'
import type { SessionRow, UserDb } from '../schema.ts'
import { onSession, onUser } from '../with-db.ts'

export const findSession = (dbs: Databases = databases): Promise<SessionRow | undefined> =>
  onSession(dbs, () => dbs.session.session.get('session'))

/** Records whose rows this page shows (null for a visitor): taps on the page belong to them. */
export const noteShown = (userId: string | null, dbs: Databases = databases): void => dbs.noteShown(userId)

/** Reads from the signed-in driver's database; returns `absent` without a session, or when it ends meanwhile. */
export async function readAsUser<T>(
  dbs: Databases,
  absent: T,
  read: (db: UserDb, userId: string) => PromiseLike<T>,
): Promise<T> {
  const session = await findSession(dbs)
  if (session === undefined) return absent
  const { user_id: userId } = session.user
  const db = dbs.user(userId)
  try {
    return await onUser(dbs, userId, (own) => read(own, userId))
  } catch (error) {
    if (dbs.isDeleted(db)) return absent
    throw error
  }
}

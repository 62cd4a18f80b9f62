import type { Table } from 'dexie'
import type { Databases } from '../databases.ts'
import type { UserDb } from '../schema.ts'
import { onSession, onUser } from '../with-db.ts'
import { forgetUser } from './forget-user.ts'

async function isSignedIn(dbs: Databases, userId: string): Promise<boolean> {
  const session = await onSession(dbs, () => dbs.session.session.get('session'))
  return session?.user.user_id === userId
}

/**
 * Writes into the database of `userId` while that driver is signed in. An answer that arrives after a sign-out is
 * dropped (false): writing it would bring the deleted database back. Asked again afterwards, because the sign-out of
 * another tab may fall between the question and the write.
 */
export async function writeAsUser(
  dbs: Databases,
  userId: string,
  write: (db: UserDb) => PromiseLike<unknown>,
): Promise<boolean> {
  if (!(await isSignedIn(dbs, userId))) return false
  const db = dbs.user(userId)
  try {
    await onUser(dbs, userId, write)
  } catch (error) {
    if (!dbs.isDeleted(db)) throw error
  }
  if (await isSignedIn(dbs, userId)) return true
  await forgetUser(dbs, userId, 'keep')
  return false
}

/** Where a pull begins: what is stored after this is newer than anything the pull may bring. */
export async function pullStart(dbs: Databases, userId: string): Promise<number> {
  // What this pull brings will be dropped: opening the database would only leave an empty one behind.
  if (!(await isSignedIn(dbs, userId))) return 0
  return onUser(dbs, userId, async (db) => (await db.counters.get('seq'))?.value ?? 0)
}

export interface Sweep {
  /** Ids that the complete list held. */
  readonly kept: ReadonlySet<string>
  readonly since: number
}

/** Deletes what a complete list no longer holds, except rows stored after the pull began. Inside a transaction. */
export async function sweep(
  table: Table<{ readonly id: string; readonly seq: number }, string>,
  { kept, since }: Sweep,
): Promise<void> {
  await table.filter((row) => row.seq <= since && !kept.has(row.id)).delete()
}

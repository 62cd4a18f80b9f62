import type { Table } from 'dexie'
import type { Databases } from './databases.ts'
import type { UserDb } from './schema.ts'
import { onSession, onUser } from './with-db.ts'
import { forgetUser, PRESENCE } from './apply/forget-user.ts'

type TableName = { [Name in keyof UserDb]: UserDb[Name] extends Table ? Name : never }[keyof UserDb]

interface OwnWork<T> {
  /** Tables besides `counters`, which every driver transaction holds. */
  readonly tables: readonly TableName[]
  readonly work: (db: UserDb) => PromiseLike<T>
  readonly run?: Run
}

/** Runs `work` in one transaction over these tables. */
type Run = <T>(db: UserDb, tables: readonly string[], work: () => Promise<T>) => Promise<T>

const inTurn: Run = (db, tables, work) => db.transaction('rw', tables, work)
/** Read-only. */
export const toRead: Run = (db, tables, work) => db.transaction('r', tables, work)

async function isSignedIn(dbs: Databases, userId: string): Promise<boolean> {
  const session = await onSession(dbs, () => dbs.session.session.get('session'))
  return session?.user.user_id === userId
}

/** Returns undefined when the driver is not marked as signed in, or the database was removed with them. */
async function whilePresent<T>(dbs: Databases, userId: string, { tables, work, run = inTurn }: OwnWork<T>) {
  const own = dbs.user(userId)
  try {
    return await onUser(dbs, userId, (db) =>
      run(db, ['counters', ...tables], async () =>
        (await db.counters.get(PRESENCE)) === undefined ? undefined : { value: await work(db) },
      ),
    )
  } catch (error) {
    if (dbs.isDeleted(own)) return undefined
    throw error
  }
}

/** Checks the session again after writing the mark, because another tab may sign out in between. */
async function notePresence(dbs: Databases, userId: string): Promise<boolean> {
  if (await isSignedIn(dbs, userId)) {
    await onUser(dbs, userId, (db) => db.counters.put({ key: PRESENCE, value: 1 }))
    if (await isSignedIn(dbs, userId)) return true
  }
  // Opening the database has recreated it.
  await forgetUser(dbs, userId, 'keep')
  return false
}

/**
 * Runs one transaction in the database of `userId` while that driver is signed in; returns undefined otherwise. The
 * transaction checks this itself; the session is read only for the first one after a sign-in.
 */
export async function asUser<T>(dbs: Databases, userId: string, own: OwnWork<T>): Promise<T | undefined> {
  const done = await whilePresent(dbs, userId, own)
  if (done !== undefined) return done.value
  return (await notePresence(dbs, userId)) ? (await whilePresent(dbs, userId, own))?.value : undefined
}

/**
 * Like `asUser`; returns false when an answer arrives after a sign-out. Such an answer is dropped: writing it would
 * recreate the deleted database.
 */
export async function writeAsUser(
  dbs: Databases,
  userId: string,
  { tables, work }: OwnWork<unknown>,
): Promise<boolean> {
  const isDone = async (db: UserDb): Promise<true> => {
    await work(db)
    return true
  }
  return (await asUser(dbs, userId, { tables, work: isDone })) ?? false
}

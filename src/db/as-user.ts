import type { Table } from 'dexie'
import type { Databases } from './databases.ts'
import type { UserDb } from './schema.ts'
import { onSession, onUser } from './with-db.ts'
import { forgetUser, PRESENCE } from './apply/forget-user.ts'

type TableName = { [Name in keyof UserDb]: UserDb[Name] extends Table ? Name : never }[keyof UserDb]

interface OwnWork<T> {
  /** Beside `counters`, which every transaction of a driver's own holds. */
  readonly tables: readonly TableName[]
  readonly work: (db: UserDb) => PromiseLike<T>
  readonly run?: Run
}

/** Runs `work` in one transaction over these tables. */
type Run = <T>(db: UserDb, tables: readonly string[], work: () => Promise<T>) => Promise<T>

const inTurn: Run = (db, tables, work) => db.transaction('rw', tables, work)
/** For looking only. */
export const toRead: Run = (db, tables, work) => db.transaction('r', tables, work)

async function isSignedIn(dbs: Databases, userId: string): Promise<boolean> {
  const session = await onSession(dbs, () => dbs.session.session.get('session'))
  return session?.user.user_id === userId
}

/** Undefined: nothing says that the driver is here, or the database went with them. */
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

/** Asked again afterwards, because the sign-out of another tab may fall between the question and the note. */
async function notePresence(dbs: Databases, userId: string): Promise<boolean> {
  if (await isSignedIn(dbs, userId)) {
    await onUser(dbs, userId, (db) => db.counters.put({ key: PRESENCE, value: 1 }))
    if (await isSignedIn(dbs, userId)) return true
  }
  // Looking into the database has brought it back.
  await forgetUser(dbs, userId, 'keep')
  return false
}

/**
 * One transaction in the database of `userId`, while that driver is signed in: undefined when they are not. The transaction sees that by
 * itself; the session is asked once, for the first after a sign-in.
 */
export async function asUser<T>(dbs: Databases, userId: string, own: OwnWork<T>): Promise<T | undefined> {
  const done = await whilePresent(dbs, userId, own)
  if (done !== undefined) return done.value
  return (await notePresence(dbs, userId)) ? (await whilePresent(dbs, userId, own))?.value : undefined
}

/** As `asUser`: false when an answer comes after a sign-out. It is dropped; writing it would bring the deleted database back. */
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

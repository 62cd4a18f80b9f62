import type { Dexie } from 'dexie'
import { StorageError } from '../lib/storage-trouble.ts'
import type { Databases } from './databases.ts'
import { isOutdated } from './guard-versions.ts'
import { inTime } from './in-time.ts'
import type { UserDb } from './schema.ts'

/** Longest wait for a database to open and answer. */
const ANSWER_MS = 10_000

type Trouble = 'forbidden' | 'full' | 'dead'

/** Errors of the storage itself, not of what was asked; in the order in which they are looked for. */
const TROUBLES: ReadonlyArray<readonly [Trouble, readonly string[]]> = [
  ['full', ['QuotaExceededError']],
  ['forbidden', ['MissingAPIError', 'SecurityError']],
  [
    'dead',
    ['UnknownError', 'DatabaseClosedError', 'InvalidStateError', 'AbortError', 'OpenFailedError', 'NoAnswerError'],
  ],
]

/** Dexie wraps the browser's error, sometimes twice. */
function namesOf(error: unknown): string[] {
  const names: string[] = []
  let current = error
  while (current instanceof Error || current instanceof DOMException) {
    names.push(current.name)
    current = 'inner' in current ? current.inner : current.cause
  }
  return names
}

function troubleOf(error: unknown): Trouble | undefined {
  const names = namesOf(error)
  return TROUBLES.find(([, known]) => known.some((name) => names.includes(name)))?.[0]
}

/** The first things to give up on a full phone: car parks come back with the next search. */
async function makeRoom(dbs: Databases): Promise<void> {
  const db = dbs.public
  await inTime(
    () =>
      db.transaction('rw', [db.tiles, db.shards, db.parkKeys], () =>
        Promise.all([db.tiles.clear(), db.shards.clear(), db.parkKeys.clear()]),
      ),
    ANSWER_MS,
  )
}

interface Failed {
  readonly db: Dexie
  readonly trouble: Trouble
  readonly error: unknown
}

async function mend(dbs: Databases, { db, trouble, error }: Failed): Promise<void> {
  if (isOutdated(db)) throw new StorageError('outdated', error)
  if (dbs.isDeleted(db)) throw error
  if (trouble === 'forbidden') await dbs.useMemory()
  else if (trouble === 'full') await makeRoom(dbs)
  else dbs.renew(db)
}

/**
 *   work --- storage trouble ---> mend ---> work once more ---> StorageError
 *
 * Dead: a new connection. Forbidden: memory. Full: the saved car parks go. Other errors are bugs and pass through.
 */
async function run<D extends Dexie, T>(dbs: Databases, find: () => D, work: (db: D) => PromiseLike<T>): Promise<T> {
  const db = find()
  try {
    return await inTime(() => work(db), ANSWER_MS)
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble === undefined) throw error
    try {
      await mend(dbs, { db, trouble, error })
      return await inTime(() => work(find()), ANSWER_MS)
    } catch (second) {
      if (second instanceof StorageError || second === error || troubleOf(second) === undefined) throw second
      throw new StorageError(trouble === 'full' ? 'full' : 'broken', second)
    }
  }
}

/** Reads or writes what every visitor may see. Errors: `StorageError`. */
export const onPublic = <T>(dbs: Databases, work: () => PromiseLike<T>): Promise<T> => run(dbs, () => dbs.public, work)

export const onSession = <T>(dbs: Databases, work: () => PromiseLike<T>): Promise<T> =>
  run(dbs, () => dbs.session, work)

/** Reads or writes the rows of one driver, who must be signed in: asking alone creates the database. */
export const onUser = <T>(dbs: Databases, userId: string, work: (db: UserDb) => PromiseLike<T>): Promise<T> =>
  run(dbs, () => dbs.user(userId), work)

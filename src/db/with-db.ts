import { Dexie } from 'dexie'
import { deleteImages } from '../lib/image-caches.ts'
import { selectedCountry } from '../signals/selected-country.ts'
import { storageSlow } from '../signals/storage-slow.ts'
import { StorageError } from '../lib/storage-trouble.ts'
import type { AttendantDb } from './attendant-schema.ts'
import type { Databases } from './databases.ts'
import { giveUpAllParks, giveUpOtherCountries } from './forget-parks.ts'
import { isBlocked } from './guard-versions.ts'
import { withTimeout, TimeoutError } from './with-timeout.ts'
import type { UserDb } from './schema.ts'
import { deleteCachedStreets, deleteStreets } from './street-chunks.ts'

/**
 * `ANSWER_MS`: maximum wait for a database to open and answer. `SILENT_MS`: after it, the driver is shown that the
 * storage is slow.
 */
const ANSWER_MS = 10_000
const SILENT_MS = 2_000

type Trouble = 'outdated' | 'forbidden' | 'full' | 'dead'

/** Errors of the storage itself, as opposed to the request; in the order of matching. */
const TROUBLES: ReadonlyArray<readonly [Trouble, readonly string[]]> = [
  ['outdated', ['OutdatedError']],
  ['full', ['QuotaExceededError']],
  ['forbidden', ['MissingAPIError', 'SecurityError']],
  [
    'dead',
    ['UnknownError', 'DatabaseClosedError', 'InvalidStateError', 'AbortError', 'OpenFailedError', 'NoAnswerError'],
  ],
]

/** Dexie wraps the browser's error, sometimes twice; a bulk write has one error for each failed row. */
function causeOf(error: Error | DOMException): unknown {
  if ('failures' in error && Array.isArray(error.failures)) return error.failures[0]
  return 'inner' in error ? error.inner : error.cause
}

function namesOf(error: unknown): string[] {
  const names: string[] = []
  let current = error
  while (current instanceof Error || current instanceof DOMException) {
    names.push(current.name)
    current = causeOf(current)
  }
  return names
}

function troubleOf(error: unknown): Trouble | undefined {
  const names = namesOf(error)
  return TROUBLES.find(([, known]) => known.some((name) => names.includes(name)))?.[0]
}

/**
 * What a full phone removes, one step after another until the write fits: never waiting requests, never a pass. Each
 * step only deletes, since writing makes no room. Data that the driver asked to keep goes after cached data: streets of
 * kept regions and downloading files before other countries' car parks, car parks of kept regions last.
 */
const SACRIFICES: ReadonlyArray<(dbs: Databases) => Promise<unknown>> = [
  () => Promise.allSettled([deleteImages(), deleteCachedStreets()]),
  (dbs) => Promise.allSettled([deleteStreets(), dbs.public.stagedFiles.clear()]),
  async (dbs) => {
    const own = selectedCountry.get()?.code
    if (own !== undefined) await giveUpOtherCountries(dbs.public, own)
  },
  (dbs) => giveUpAllParks(dbs.public),
]

interface Work<D extends Dexie, T> {
  readonly dbs: Databases
  readonly find: () => D
  readonly work: (db: D) => PromiseLike<T>
}

/**
 * Waits without limit for a database that an older tab holds; any other has a limit. Not an async function: with one
 * more `await` in between, Chromium's live queries lose track of what they read and show no change.
 */
function answerOf<D extends Dexie, T>({ dbs, find, work }: Work<D, T>): Promise<T> {
  const db = find()
  // Code resumed by the end of a transaction may still count as inside it.
  const answer = Dexie.ignoreTransaction(() => work(db))
  const wait = (): Promise<T> =>
    withTimeout(dbs.timers, () => answer, ANSWER_MS).catch((error: unknown) => {
      if (!(error instanceof TimeoutError) || !isBlocked(db)) throw error
      return wait()
    })
  const answered = wait()
  sayWhileSlow(dbs, answered)
  return answered
}

let slowAnswers = 0
const noteSlow = (change: 1 | -1): void => {
  slowAnswers += change
  storageSlow.set(slowAnswers > 0)
}

function sayWhileSlow({ timers }: Databases, answered: Promise<unknown>): void {
  let end = timers.after(SILENT_MS, () => {
    noteSlow(1)
    end = () => noteSlow(-1)
  })
  const isOver = (): void => end()
  answered.then(isOver, isOver)
}

async function workInRoom<D extends Dexie, T>(task: Work<D, T>, error: unknown): Promise<T> {
  let cause = error
  for (const giveUp of SACRIFICES) {
    // Only the write itself shows whether there is room, even after a step that failed half way.
    await Promise.allSettled([withTimeout(task.dbs.timers, () => giveUp(task.dbs), ANSWER_MS)])
    try {
      return await answerOf(task)
    } catch (next) {
      if (troubleOf(next) !== 'full') throw next
      cause = next
    }
  }
  throw new StorageError('full', cause)
}

async function workAgain<D extends Dexie, T>(task: Work<D, T>, failed: { db: D; trouble: Trouble; error: unknown }) {
  const { db, trouble, error } = failed
  if (trouble === 'outdated') throw new StorageError('outdated', error)
  if (task.dbs.isDeleted(db)) throw error
  if (trouble === 'full') {
    if (task.dbs.isSparing === true) throw new StorageError('full', error)
    return workInRoom(task, error)
  }
  if (trouble === 'forbidden') await task.dbs.useMemory()
  else task.dbs.renew(db)
  return answerOf(task)
}

/** Returns whether the page was put away in the middle: nothing was stored, and the storage is fine. */
const wasLeft = ({ dbs }: Pick<Work<Dexie, unknown>, 'dbs'>, leaves: number, error: unknown): boolean =>
  troubleOf(error) === 'dead' && dbs.leaving.interrupts(leaves)

/**
 *   work --- storage trouble ---> mend ---> work once more ---> StorageError
 *    ^ \--- the page was left ---> wait until it is back --+
 *    +------------------------------------------------------+
 *
 * Dead: a new connection. Forbidden: memory. Full: images, streets and car parks are removed, the least missed first.
 * Outdated: rejected at once. Other errors are bugs and pass through.
 */
async function run<D extends Dexie, T>(task: Work<D, T>): Promise<T> {
  const db = task.find()
  const leaves = task.dbs.leaving.leaves()
  const startOver = async () => {
    await task.dbs.leaving.untilBack()
    return run(task)
  }
  try {
    return await answerOf(task)
  } catch (error) {
    const trouble = troubleOf(error)
    if (trouble === undefined) throw error
    if (wasLeft(task, leaves, error)) return startOver()
    try {
      return await workAgain(task, { db, trouble, error })
    } catch (second) {
      if (wasLeft(task, leaves, second)) return startOver()
      // The second attempt timed out as well, and the driver is told that it failed.
      if (troubleOf(second) === 'dead' && !task.dbs.isDeleted(db)) task.dbs.renew(task.find())
      if (second instanceof StorageError || second === error || troubleOf(second) === undefined) throw second
      throw new StorageError(trouble === 'full' ? 'full' : 'broken', second)
    }
  }
}

/** Reads or writes data that every visitor may see. Errors: `StorageError`. */
export const onPublic = <T>(dbs: Databases, work: () => PromiseLike<T>): Promise<T> =>
  run({ dbs, find: () => dbs.public, work })

export const onSession = <T>(dbs: Databases, work: () => PromiseLike<T>): Promise<T> =>
  run({ dbs, find: () => dbs.session, work })

/** Reads or writes the rows of one driver, who must be signed in: even reading creates the database. */
export const onUser = <T>(dbs: Databases, userId: string, work: (db: UserDb) => PromiseLike<T>): Promise<T> =>
  run({ dbs, find: () => dbs.user(userId), work })

/** Reads or writes an attendant's data. */
export const onDevice = <T>(dbs: Databases, work: (db: AttendantDb) => PromiseLike<T>): Promise<T> =>
  run({ dbs, find: () => dbs.device, work })

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

/** Longest wait for a database to open and answer; that it is waited for is said after the second one. */
const ANSWER_MS = 10_000
const SILENT_MS = 2_000

type Trouble = 'outdated' | 'forbidden' | 'full' | 'dead'

/** Errors of the storage itself, not of what was asked; in the order in which they are looked for. */
const TROUBLES: ReadonlyArray<readonly [Trouble, readonly string[]]> = [
  ['outdated', ['OutdatedError']],
  ['full', ['QuotaExceededError']],
  ['forbidden', ['MissingAPIError', 'SecurityError']],
  [
    'dead',
    ['UnknownError', 'DatabaseClosedError', 'InvalidStateError', 'AbortError', 'OpenFailedError', 'NoAnswerError'],
  ],
]

/** Dexie wraps the browser's error, sometimes twice; where several rows were written at once, one for each that failed. */
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
 * What a full phone gives up, one after the other until it fits: never what waits to be sent, never a pass. Each only deletes: whoever
 * writes while there is no room makes none. What the driver asked to keep goes after what was only looked at: streets of kept regions and
 * files on their way before other countries' car parks, car parks of kept regions last.
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
 * A database that an older tab holds is waited for as long as it takes; any other has its time. No async function: with one
 * more `await` on the way, Chromium's live queries lose sight of what they read and show no change.
 */
function answerOf<D extends Dexie, T>({ dbs, find, work }: Work<D, T>): Promise<T> {
  const db = find()
  // Whoever was woken by the end of a transaction may still count as inside it.
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
    // Whether there is room now only the write itself can tell, also after a step that failed half way.
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

/** The page was put away in the middle: nothing was stored, and nothing is wrong with the storage. */
const wasLeft = ({ dbs }: Pick<Work<Dexie, unknown>, 'dbs'>, leaves: number, error: unknown): boolean =>
  troubleOf(error) === 'dead' && dbs.leaving.interrupts(leaves)

/**
 *   work --- storage trouble ---> mend ---> work once more ---> StorageError
 *    ^ \--- the page was left ---> wait until it is back --+
 *    +------------------------------------------------------+
 *
 * Dead: a new connection. Forbidden: memory. Full: images, streets and car parks go, the least missed first. Outdated: refused at
 * once. Other errors are bugs and pass through.
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
      // It has had its time twice, and the driver is told that it failed.
      if (troubleOf(second) === 'dead' && !task.dbs.isDeleted(db)) task.dbs.renew(task.find())
      if (second instanceof StorageError || second === error || troubleOf(second) === undefined) throw second
      throw new StorageError(trouble === 'full' ? 'full' : 'broken', second)
    }
  }
}

/** Reads or writes what every visitor may see. Errors: `StorageError`. */
export const onPublic = <T>(dbs: Databases, work: () => PromiseLike<T>): Promise<T> =>
  run({ dbs, find: () => dbs.public, work })

export const onSession = <T>(dbs: Databases, work: () => PromiseLike<T>): Promise<T> =>
  run({ dbs, find: () => dbs.session, work })

/** Reads or writes the rows of one driver, who must be signed in: asking alone creates the database. */
export const onUser = <T>(dbs: Databases, userId: string, work: (db: UserDb) => PromiseLike<T>): Promise<T> =>
  run({ dbs, find: () => dbs.user(userId), work })

/** Reads or writes what an attendant's phone holds. */
export const onDevice = <T>(dbs: Databases, work: (db: AttendantDb) => PromiseLike<T>): Promise<T> =>
  run({ dbs, find: () => dbs.device, work })

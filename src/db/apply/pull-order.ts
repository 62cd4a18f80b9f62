import type { Databases } from '../databases.ts'
import { isOwnSeq, nextSeq } from '../next-seq.ts'
import type { UserDb } from '../schema.ts'
import { asUser } from '../as-user.ts'

/*
 * Two pulls of one list may run at once, for example from two tabs. Nothing shows which answer the provider wrote
 * first, so when two overlap, the first to land is stored and the other is rejected:
 *
 *   A  |---------------------| late: B was asked after it, the mirror is newer than the question
 *   B        |------|          lands
 *
 *   A  |------|                lands
 *   B      |----------------| overtaken: A may have been answered before B was asked, so B asks again
 *
 * A list that lands therefore always began after everything stored had been stored. Single rows are the exception:
 * their `seq` orders them.
 */

/** What happened to a list that arrived. */
export type Landing =
  | 'applied'
  /** Applied; the provider has gone back to an earlier state. */
  | 'restored'
  /** Not applied, and the stored list may be older than the request: ask again. */
  | 'overtaken'
  /** Not applied: the stored list was requested later, or the driver has signed out. */
  | 'late'

/** A start that belongs to no database: nothing that began there is ever stored. */
const NOWHERE = -1

/**
 * Returns where a pull begins in this database's order of events: rows stored with a higher number are newer than the
 * request.
 */
export const pullStart = async (dbs: Databases, userId: string): Promise<number> =>
  (await asUser(dbs, userId, { tables: [], work: nextSeq })) ?? NOWHERE

/**
 * Returns why a list that began at `since` must not be stored, or undefined when it may be. Runs inside a transaction
 * that holds `saved` and `counters`.
 */
export async function findOvertaking(
  db: UserDb,
  key: string,
  since: number,
): Promise<Extract<Landing, 'overtaken' | 'late'> | undefined> {
  if (!(await isOwnSeq(db, since))) return 'overtaken'
  const landed = (await db.saved.get(key))?.landed
  // The same pull: a storage that died after the last step has to repeat that step.
  if (landed === undefined || landed.seq < since || landed.since === since) return undefined
  return landed.since > since ? 'late' : 'overtaken'
}

/**
 * Records that the whole list is stored, so that its other running pulls come too late. Runs inside the same
 * transaction.
 */
export async function noteLanded(
  db: UserDb,
  key: string,
  { since, savedAt }: { readonly since: number; readonly savedAt: number },
): Promise<void> {
  await db.saved.put({ key, savedAt, landed: { since, seq: await nextSeq(db) } })
}

/**
 * Records that the provider went back: any request sent so far may describe a future that did not happen. Runs inside a
 * transaction that holds `counters`.
 */
export async function noteRestored(db: UserDb): Promise<void> {
  await db.counters.put({ key: 'restored', value: await nextSeq(db) })
}

/**
 * Returns whether restored backups allow storing an answer to a request sent at `since`. Runs inside a transaction that
 * holds `counters`.
 */
export async function isOfThisTime(db: UserDb, since: number): Promise<boolean> {
  const restored = await db.counters.get('restored')
  return (await isOwnSeq(db, since)) && (restored === undefined || restored.value < since)
}

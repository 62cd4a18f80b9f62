import type { Databases } from '../databases.ts'
import { isOwnSeq, nextSeq } from '../next-seq.ts'
import type { UserDb } from '../schema.ts'
import { asUser } from '../as-user.ts'

/*
 * Two pulls of one list may be under way, from two tabs say. Nothing tells whose answer the provider wrote first, so of two
 * that overlap the first to land is taken, and the other is not:
 *
 *   A  |---------------------| late: B was asked after it, the mirror is newer than the question
 *   B        |------|          lands
 *
 *   A  |------|                lands
 *   B      |----------------| overtaken: A may have been answered before B was asked, so B asks anew
 *
 * What lands therefore always began after all that is stored was stored, but for single rows: these are told by their `seq`.
 */

/** What became of a list that came. */
export type Landing =
  | 'applied'
  /** Applied, and the provider has gone back to an earlier state. */
  | 'restored'
  /** Not applied, and what is stored may be older than the question: ask anew. */
  | 'overtaken'
  /** Not applied: what is stored was asked for later. Or the driver has left. */
  | 'late'

/** Belongs to no database: nothing that began so is ever stored. */
const NOWHERE = -1

/** Where a pull begins, in this database's order of events: what is stored with a later number is newer than the question. */
export const pullStart = async (dbs: Databases, userId: string): Promise<number> =>
  (await asUser(dbs, userId, { tables: [], work: nextSeq })) ?? NOWHERE

/** Why a list that began at `since` is not stored; undefined: it is. Inside a transaction that holds `saved` and `counters`. */
export async function findOvertaking(
  db: UserDb,
  key: string,
  since: number,
): Promise<Extract<Landing, 'overtaken' | 'late'> | undefined> {
  if (!(await isOwnSeq(db, since))) return 'overtaken'
  const landed = (await db.saved.get(key))?.landed
  // Its own: a storage that died after the last step is asked for that step again.
  if (landed === undefined || landed.seq < since || landed.since === since) return undefined
  return landed.since > since ? 'late' : 'overtaken'
}

/** The whole list is stored: pulls of it that are under way now come too late. Inside the same transaction. */
export async function noteLanded(
  db: UserDb,
  key: string,
  { since, savedAt }: { readonly since: number; readonly savedAt: number },
): Promise<void> {
  await db.saved.put({ key, savedAt, landed: { since, seq: await nextSeq(db) } })
}

/** The provider went back: whatever was asked for until now may tell of a future that did not happen. Inside a transaction that holds `counters`. */
export async function noteRestored(db: UserDb): Promise<void> {
  await db.counters.put({ key: 'restored', value: await nextSeq(db) })
}

/** Whether an answer to a question asked at `since` may be stored, as far as restored backups go. Inside a transaction that holds `counters`. */
export async function isOfThisTime(db: UserDb, since: number): Promise<boolean> {
  const restored = await db.counters.get('restored')
  return (await isOwnSeq(db, since)) && (restored === undefined || restored.value < since)
}

import type { Favourite } from '../../contract/favourites.ts'
import { asUser, writeAsUser } from '../as-user.ts'
import type { Databases } from '../databases.ts'
import { nextSeq } from '../next-seq.ts'
import type { FavouriteRow, UserDb } from '../schema.ts'
import { changeOutboxRow, type OutboxChange } from './outbox.ts'
import { findOvertaking, type Landing, noteLanded } from './pull-order.ts'
import { forgetLedger, LEDGER, type Step, stepTo } from './restored.ts'

interface Incoming {
  readonly favourites: readonly Favourite[]
  readonly savedAt: number
  /** Start of the pull that fetched them; absent for the answer to a write, possibly a replayed one. */
  readonly since?: number
}

/** A favourite removed before the provider went back may be added again, starting from its first version. */
async function knownOf(db: UserDb, favourites: readonly Favourite[]): Promise<readonly (FavouriteRow | undefined)[]> {
  const rows = await db.favourites.bulkGet(favourites.map((favourite) => favourite.park_id))
  const restoredAt = (await db.counters.get('restored'))?.value ?? -1
  return rows.map((row) => (row?.favourite.is_favourite === false && row.seq < restoredAt ? undefined : row))
}

const stepOf = (favourite: Favourite, known: FavouriteRow | undefined, since: number | undefined): Step =>
  known === undefined ? 'forward' : stepTo(favourite, { row: known.favourite, seq: known.seq }, since)

async function putNewer(db: UserDb, { favourites, savedAt, since }: Incoming): Promise<void> {
  const known = await knownOf(db, favourites)
  const newer = favourites.filter((favourite, index) => stepOf(favourite, known[index], since) !== 'stale')
  if (newer.length === 0) return
  const seq = await nextSeq(db)
  await db.favourites.bulkPut(newer.map((favourite) => ({ id: favourite.park_id, favourite, seq, savedAt })))
}

export interface FavouriteAnswer {
  readonly favourite: Favourite
  /** Ends the command that this answers, in the same transaction. */
  readonly outbox?: OutboxChange
  readonly savedAt: number
}

/** Stores the answer to a write. */
export const applyFavourite = (
  dbs: Databases,
  userId: string,
  { favourite, outbox, savedAt }: FavouriteAnswer,
): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['favourites', 'outbox'],
    async work(db) {
      await putNewer(db, { favourites: [favourite], savedAt })
      if (outbox !== undefined) await changeOutboxRow(db, outbox)
    },
  })

export interface FavouritePull {
  /** The whole list of current favourites. */
  readonly favourites: readonly Favourite[]
  /** From `pullStart`. */
  readonly since: number
  readonly savedAt: number
}

async function isEarlier(db: UserDb, { favourites, since }: FavouritePull): Promise<boolean> {
  const known = await knownOf(db, favourites)
  return favourites.some((favourite, index) => stepOf(favourite, known[index], since) === 'back')
}

/**
 * Marks favourites missing from the list as removed, each removal counting as one version; rows stored after the pull
 * began stay.
 */
async function sweep(db: UserDb, { favourites, since, savedAt }: FavouritePull): Promise<void> {
  const kept = new Set(favourites.map((favourite) => favourite.park_id))
  const rows = await db.favourites.toArray()
  const swept = rows.filter(({ id, seq, favourite }) => favourite.is_favourite && seq <= since && !kept.has(id))
  if (swept.length === 0) return
  const seq = await nextSeq(db)
  const letGo = ({ id, favourite }: FavouriteRow): FavouriteRow => ({
    ...{ id, seq, savedAt },
    favourite: { ...favourite, is_favourite: false, version: favourite.version + 1 },
  })
  await db.favourites.bulkPut(swept.map(letGo))
}

/** Accepts the provider's current state even where it has gone back to an earlier one. */
export async function applyFavourites(dbs: Databases, userId: string, pull: FavouritePull): Promise<Landing> {
  const work = async (db: UserDb): Promise<Landing> => {
    const overtaking = await findOvertaking(db, 'favourites', pull.since)
    if (overtaking !== undefined) return overtaking
    const isRestored = await isEarlier(db, pull)
    if (isRestored) await forgetLedger(db, pull.savedAt)
    await putNewer(db, pull)
    await sweep(db, pull)
    await noteLanded(db, 'favourites', pull)
    return isRestored ? 'restored' : 'applied'
  }
  return (await asUser(dbs, userId, { tables: ['favourites', ...LEDGER], work })) ?? 'late'
}

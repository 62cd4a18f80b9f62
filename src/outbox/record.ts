import { asUser } from '../db/as-user.ts'
import { resolveOnCommit } from '../db/resolve-on-commit.ts'
import type { Databases } from '../db/databases.ts'
import { ownerOf } from '../db/outbox-row.ts'
import type { ScanRow } from '../db/scan-row.ts'
import { lastOutboxCommit } from '../db/read/outbox.ts'
import type { Clock } from '../lib/clock.ts'
import { err, type Result } from '../lib/result.ts'
import { StorageError } from '../lib/storage-trouble.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { place, type Placed, type PlaceError, type Wish } from './place.ts'

/** What storing a request needs from a phone. */
export interface Recorder {
  readonly dbs: Databases
  readonly clock: Clock
  readonly random: () => number
}

export type EnqueueError =
  | PlaceError
  /** The phone has no room or no storage: nothing has changed. */
  | 'not_saved'
  /** The driver is signed out: nothing was stored. */
  | 'signed_out'

/** A request, and the picture that it sends, stored with it: the next list deletes pictures that no request refers to. */
export type Recorded = Pick<Wish, 'command' | 'isDraft' | 'doneBefore'> & { readonly picture?: ScanRow | undefined }

/**
 * Stores one request of one driver, in either lane, in one transaction that is durable before this resolves. Does not
 * notify the sender.
 */
export async function record(
  { dbs, clock, random }: Recorder,
  userId: string,
  { picture, ...wanted }: Recorded,
): Promise<Result<Placed, EnqueueError>> {
  const now = clock.now()
  const wish = { id: uuid7(now, random), owner: ownerOf(userId), now, ...wanted }
  try {
    const asked = await asUser(dbs, userId, {
      tables: ['outbox', 'bookings', ...(picture === undefined ? [] : (['scans'] as const))],
      run: resolveOnCommit,
      async work(db) {
        const placed = await place(db, wish)
        if (placed.ok && picture !== undefined) await db.scans.put(picture)
        return { placed, rows: await db.outbox.toArray() }
      },
    })
    if (asked === undefined) return err('signed_out')
    lastOutboxCommit.set({ userId, rows: asked.rows, at: performance.now() })
    return asked.placed
  } catch (error) {
    // A newer release in another tab is not a lack of room: the caller asks for a reload.
    if (error instanceof StorageError && error.reason !== 'outdated') return err('not_saved')
    throw error
  }
}

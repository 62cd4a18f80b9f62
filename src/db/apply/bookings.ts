import type { Booking } from '../../contract/bookings.ts'
import type { Databases } from '../databases.ts'
import { nextSeq } from '../next-seq.ts'
import type { UserDb } from '../schema.ts'
import { inChunks } from './in-chunks.ts'
import { changeOutboxRow, type OutboxChange } from './outbox.ts'
import { sweep, writeAsUser } from './user-rows.ts'

/** A row's version never goes back. Inside a transaction. */
async function putNewer(db: UserDb, bookings: readonly Booking[], savedAt: number): Promise<void> {
  const known = await db.bookings.bulkGet(bookings.map((booking) => booking.booking_id))
  const newer = bookings.filter((booking, index) => booking.version >= (known[index]?.booking.version ?? 0))
  if (newer.length === 0) return
  const seq = await nextSeq(db)
  await db.bookings.bulkPut(
    newer.map((booking) => ({ id: booking.booking_id, code: booking.booking_code, booking, seq, savedAt })),
  )
}

export interface BookingAnswer {
  readonly booking: Booking
  /** The intent that this answers; it leaves in the same transaction. */
  readonly intentId?: string
  /** The end of the command that this answers, in the same transaction. */
  readonly outbox?: OutboxChange
  readonly savedAt: number
}

/** The acknowledgement of a write, or one booking that was asked for. */
export const applyBooking = (dbs: Databases, userId: string, answer: BookingAnswer): Promise<boolean> =>
  writeAsUser(dbs, userId, (db) =>
    db.transaction('rw', [db.bookings, db.counters, db.intents, db.outbox], async () => {
      await putNewer(db, [answer.booking], answer.savedAt)
      if (answer.intentId !== undefined) await db.intents.delete(answer.intentId)
      if (answer.outbox !== undefined) await changeOutboxRow(db, answer.outbox)
    }),
  )

export interface BookingPull {
  readonly bookings: readonly Booking[]
  /** True when every page came and their number agreed: only then is what is missing deleted. */
  readonly complete: boolean
  /** From `pullStart`. */
  readonly since: number
  readonly savedAt: number
}

export const applyBookings = (dbs: Databases, userId: string, pull: BookingPull): Promise<boolean> =>
  writeAsUser(dbs, userId, async (db) => {
    await inChunks(pull.bookings, (chunk) =>
      db.transaction('rw', [db.bookings, db.counters], () => putNewer(db, chunk, pull.savedAt)),
    )
    if (!pull.complete) return
    await db.transaction('rw', [db.bookings, db.saved], async () => {
      await sweep(db.bookings, { kept: new Set(pull.bookings.map((booking) => booking.booking_id)), since: pull.since })
      await db.saved.put({ key: 'bookings', savedAt: pull.savedAt })
    })
  })

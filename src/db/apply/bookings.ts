import type { Booking } from '../../contract/bookings.ts'
import { DAY_MS } from '../../domain/instant.ts'
import type { Databases } from '../databases.ts'
import { nextSeq } from '../next-seq.ts'
import type { BookingRow, UserDb } from '../schema.ts'
import { inChunks } from './in-chunks.ts'
import { changeOutboxRow, type OutboxChange } from './outbox.ts'
import { forgetLedger, isStep, type Step } from './restored.ts'
import { writeAsUser } from './user-rows.ts'

interface Incoming {
  readonly bookings: readonly Booking[]
  readonly savedAt: number
  /** Where the pull began that brought them; absent: an answer to one question. */
  readonly since?: number
}

/** A row's version never goes back, unless the provider itself did. Inside a transaction. */
async function putNewer(db: UserDb, { bookings, savedAt, since = -1 }: Incoming): Promise<void> {
  const known = await db.bookings.bulkGet(bookings.map((booking) => booking.booking_id))
  const stepTo = ({ version }: Booking, row: BookingRow | undefined): Step =>
    row === undefined ? 'forward' : isStep({ version: row.booking.version, seq: row.seq }, { version, since })
  const newer = bookings.filter((booking, index) => stepTo(booking, known[index]) !== 'stale')
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
      await putNewer(db, { bookings: [answer.booking], savedAt: answer.savedAt })
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

/** Long enough after the end that nobody asks for the pass any more. */
const isOver = ({ booking }: BookingRow, now: number): boolean => now - Date.parse(booking.end_time) > DAY_MS

/** Bookings are never deleted, so one that a complete list no longer holds was lost by the provider. Inside a transaction. */
async function markLost(db: UserDb, missing: readonly BookingRow[], now: number): Promise<void> {
  await db.bookings.bulkDelete(
    missing.filter((row) => row.lostAt !== undefined && isOver(row, now)).map(({ id }) => id),
  )
  const lost = missing.filter((row) => row.lostAt === undefined)
  await db.bookings.bulkPut(lost.map((row) => ({ ...row, lostAt: now })))
}

const missingIn = (db: UserDb, { bookings, since }: BookingPull): Promise<BookingRow[]> => {
  const kept = new Set(bookings.map((booking) => booking.booking_id))
  return db.bookings.filter((row) => row.seq <= since && !kept.has(row.id)).toArray()
}

/** Whether the pull tells of an earlier state than this phone has seen: a lower version, or a booking that was there. */
async function isEarlier(db: UserDb, pull: BookingPull): Promise<boolean> {
  const known = await db.bookings.bulkGet(pull.bookings.map((booking) => booking.booking_id))
  const isBack = pull.bookings.some(({ version }, index) => {
    const row = known[index]
    return row !== undefined && isStep({ version: row.booking.version, seq: row.seq }, { ...pull, version }) === 'back'
  })
  if (isBack || !pull.complete) return isBack
  return (await missingIn(db, pull)).some((row) => row.lostAt === undefined)
}

/** `restored`: the provider has gone back to an earlier state. What it holds now is taken all the same. */
export async function applyBookings(
  dbs: Databases,
  userId: string,
  pull: BookingPull,
): Promise<'applied' | 'restored'> {
  let restored = false
  await writeAsUser(dbs, userId, async (db) => {
    restored = await isEarlier(db, pull)
    if (restored) await forgetLedger(db, pull.savedAt)
    await inChunks(pull.bookings, (bookings) =>
      db.transaction('rw', [db.bookings, db.counters], () => putNewer(db, { ...pull, bookings })),
    )
    if (!pull.complete) return
    await db.transaction('rw', [db.bookings, db.saved], async () => {
      await markLost(db, await missingIn(db, pull), pull.savedAt)
      await db.saved.put({ key: 'bookings', savedAt: pull.savedAt })
    })
  })
  return restored ? 'restored' : 'applied'
}

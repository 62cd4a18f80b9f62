import type { Booking } from '../../contract/bookings.ts'
import { DAY_MS } from '../../domain/instant.ts'
import type { Databases } from '../databases.ts'
import { nextSeq } from '../next-seq.ts'
import type { BookingRow, UserDb } from '../schema.ts'
import { type ChunkPlace, inChunks } from './in-chunks.ts'
import { forgetOverParked } from './parked.ts'
import { changeOutboxRow, type OutboxChange } from './outbox.ts'
import { findOvertaking, isOfThisTime, type Landing, noteLanded } from './pull-order.ts'
import { forgetLedger, LEDGER, type Step, stepTo } from './restored.ts'
import { asUser, writeAsUser } from '../as-user.ts'

interface Incoming {
  readonly bookings: readonly Booking[]
  readonly savedAt: number
  /** Start of the pull that fetched them; absent for the answer to a write, possibly a replayed one. */
  readonly since?: number | undefined
}

const stepOf = (booking: Booking, known: BookingRow | undefined, since: number | undefined): Step =>
  known === undefined ? 'forward' : stepTo(booking, { row: known.booking, seq: known.seq }, since)

/** A row's version never decreases, unless the provider itself went back. Runs inside a transaction. */
async function putNewer(db: UserDb, { bookings, savedAt, since }: Incoming): Promise<void> {
  const known = await db.bookings.bulkGet(bookings.map((booking) => booking.booking_id))
  const newer = bookings.filter((booking, index) => stepOf(booking, known[index], since) !== 'stale')
  if (newer.length === 0) return
  const seq = await nextSeq(db)
  await db.bookings.bulkPut(
    newer.map((booking) => ({ id: booking.booking_id, code: booking.booking_code, booking, seq, savedAt })),
  )
}

export interface BookingAnswer {
  readonly booking: Booking
  /** The former booking, when this one was moved from another car park. */
  readonly left?: Booking | undefined
  /** Ends the command that this answers, in the same transaction. */
  readonly outbox?: OutboxChange
  readonly savedAt: number
}

/** Stores the answer to a write. */
export const applyBooking = (dbs: Databases, userId: string, answer: BookingAnswer): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['bookings', 'outbox'],
    async work(db) {
      const bookings = answer.left === undefined ? [answer.booking] : [answer.left, answer.booking]
      await putNewer(db, { bookings, savedAt: answer.savedAt })
      if (answer.outbox !== undefined) await changeOutboxRow(db, answer.outbox)
    },
  })

/** Stores one requested booking. Only a whole list can show that the provider went back. */
export const applyOneBooking = (
  dbs: Databases,
  userId: string,
  { booking, since, savedAt }: { readonly booking: Booking; readonly since: number; readonly savedAt: number },
): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['bookings'],
    async work(db) {
      const known = await db.bookings.get(booking.booking_id)
      const isTaken = stepOf(booking, known, since) === 'forward' && (await isOfThisTime(db, since))
      if (isTaken) await putNewer(db, { bookings: [booking], since, savedAt })
    },
  })

export interface BookingPull {
  readonly bookings: readonly Booking[]
  /** True when every page arrived and their total agrees: only then are missing rows treated as lost. */
  readonly complete: boolean
  /** From `pullStart`. */
  readonly since: number
  readonly savedAt: number
  /** The provider's time, epoch milliseconds; null when unknown. */
  readonly heardNow: number | null
}

/** Long enough after the end that the pass is not needed. */
const isOver = ({ booking }: BookingRow, now: number): boolean => now - Date.parse(booking.end_time) > DAY_MS

/**
 * Bookings are never deleted, so the provider has lost any that is missing from a complete list. Runs inside a
 * transaction.
 */
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

/**
 * Returns whether the pull shows an earlier state than this phone has seen: a lower version, or a known booking
 * missing.
 */
async function isEarlier(db: UserDb, pull: BookingPull): Promise<boolean> {
  const known = await db.bookings.bulkGet(pull.bookings.map((booking) => booking.booking_id))
  const isBack = pull.bookings.some((booking, index) => stepOf(booking, known[index], pull.since) === 'back')
  if (isBack || !pull.complete) return isBack
  return (await missingIn(db, pull)).some((row) => row.lostAt === undefined)
}

/** Accepts the provider's current state even where it has gone back to an earlier one. */
export async function applyBookings(dbs: Databases, userId: string, pull: BookingPull): Promise<Landing> {
  let isRestored = false
  // Each step checks again: another pull may land between two steps.
  const step = async (db: UserDb, bookings: readonly Booking[], { isFirst, isLast }: ChunkPlace): Promise<Landing> => {
    const overtaking = await findOvertaking(db, 'bookings', pull.since)
    if (overtaking !== undefined) return overtaking
    isRestored ||= isFirst && (await isEarlier(db, pull))
    if (isFirst && isRestored) await forgetLedger(db, pull.savedAt)
    await putNewer(db, { ...pull, bookings })
    if (isLast && pull.complete) {
      await markLost(db, await missingIn(db, pull), pull.savedAt)
      await noteLanded(db, 'bookings', pull)
      await forgetOverParked(db, pull.heardNow)
    }
    return 'applied'
  }
  let landing: Landing | undefined
  await inChunks(pull.bookings, async (chunk, place) => {
    const tables = ['bookings', 'parked', ...LEDGER] as const
    landing = await asUser(dbs, userId, { tables, work: (db) => step(db, chunk, place) })
  })
  return isRestored ? 'restored' : (landing ?? 'late')
}

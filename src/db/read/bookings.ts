import type { Booking } from '../../contract/bookings.ts'
import { databases, type Databases } from '../databases.ts'
import type { UserDb } from '../schema.ts'
import type { Saved } from './saved.ts'
import { readAsUser } from './session.ts'

export async function bookingsIn(db: UserDb): Promise<Saved<readonly Booking[]>> {
  const [rows, saved] = await Promise.all([db.bookings.toArray(), db.saved.get('bookings')])
  const bookings = rows.filter((row) => row.lostAt === undefined).map((row) => row.booking)
  const value = bookings.toSorted((a, b) => Date.parse(b.start_time) - Date.parse(a.start_time))
  return { value, savedAt: saved?.savedAt ?? null }
}

export const NO_BOOKINGS: Saved<readonly Booking[]> = { value: [], savedAt: null }

/** Returns all of the driver's bookings, the latest start first. */
export const readBookings = (dbs: Databases = databases): Promise<Saved<readonly Booking[]>> =>
  readAsUser<Saved<readonly Booking[]>>(dbs, NO_BOOKINGS, bookingsIn)

/**
 * Returns null when it is not in the mirror. A booking that the provider has lost is still found: the driver may need
 * its pass.
 */
export const bookingIn =
  (code: string) =>
  async (db: UserDb): Promise<Saved<Booking | null>> => {
    const row = await db.bookings.get({ code })
    return { value: row?.booking ?? null, savedAt: row?.savedAt ?? null }
  }

export const NO_BOOKING: Saved<Booking | null> = { value: null, savedAt: null }

/** Like `bookingIn`. */
export const readBooking = (code: string, dbs: Databases = databases): Promise<Saved<Booking | null>> =>
  readAsUser<Saved<Booking | null>>(dbs, NO_BOOKING, bookingIn(code))

/** Bookings that the provider has lost since it was restored from a backup, the next to end first. */
export interface Restored {
  /** When the loss was detected, epoch milliseconds. */
  readonly at: number
  readonly lost: readonly Booking[]
}

/** Returns null when the provider was not restored, or the driver has read the notice. */
export const readRestored = (dbs: Databases = databases): Promise<Restored | null> =>
  readAsUser<Restored | null>(dbs, null, async (db) => {
    const found = await db.saved.get('restored')
    if (found === undefined) return null
    const rows = await db.bookings.filter((row) => row.lostAt !== undefined).toArray()
    const lost = rows.map(({ booking }) => booking)
    return { at: found.savedAt, lost: lost.toSorted((a, b) => Date.parse(a.end_time) - Date.parse(b.end_time)) }
  })

import type { Booking } from '../../contract/bookings.ts'
import { databases, type Databases } from '../databases.ts'
import type { Saved } from './saved.ts'
import { readAsUser } from './session.ts'

/** All of the driver's bookings, the latest start first. */
export const readBookings = (dbs: Databases = databases): Promise<Saved<readonly Booking[]>> =>
  readAsUser<Saved<readonly Booking[]>>(dbs, { value: [], savedAt: null }, async (db) => {
    const [rows, saved] = await Promise.all([db.bookings.toArray(), db.saved.get('bookings')])
    const bookings = rows.map((row) => row.booking)
    const value = bookings.toSorted((a, b) => Date.parse(b.start_time) - Date.parse(a.start_time))
    return { value, savedAt: saved?.savedAt ?? null }
  })

/** Null when it is not in the mirror. */
export const readBooking = (code: string, dbs: Databases = databases): Promise<Saved<Booking | null>> =>
  readAsUser<Saved<Booking | null>>(dbs, { value: null, savedAt: null }, async (db) => {
    const row = await db.bookings.get({ code })
    return { value: row?.booking ?? null, savedAt: row?.savedAt ?? null }
  })

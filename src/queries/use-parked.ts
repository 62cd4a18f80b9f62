import { type ParkedRow, readParked } from '../db/read/parked.ts'
import { type Query, useSaved } from './query.ts'

export type { ParkedPosition, ParkedRow } from '../db/read/parked.ts'

/** Where the car of a booking stands, as noted on this phone. Null when nothing was noted. */
export const useParked = (bookingId: string): Query<ParkedRow | null> =>
  useSaved(() => readParked(bookingId), [bookingId])

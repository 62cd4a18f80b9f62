import type { Booking } from '../contract/bookings.ts'
import { readBookings } from '../db/read/bookings.ts'
import { type Intent, readIntents, type Write } from '../db/read/intents.ts'
import type { Saved } from '../db/read/saved.ts'
import { type Query, useSaved } from './query.ts'

export type PendingKind =
  | 'book'
  | 'renew'
  | 'change-plate'
  | 'cancel'
  | 'extend'
  | 'vehicle-add'
  | 'vehicle-edit'
  | 'vehicle-delete'
  | 'vehicle-set-default'

/** A write whose answer is not known. `unknown`: nobody is asking any more, so offer askAgain and dismissIntent. */
export interface PendingIntent {
  readonly id: string
  readonly kind: PendingKind
  readonly state: Intent['state']
  readonly parkId: number | null
  readonly parkName: string | null
  readonly bookingCode: string | null
  /** Epoch milliseconds. */
  readonly startMs: number | null
  readonly endMs: number | null
  readonly createdAt: number
}

const KIND: Readonly<Record<Write['kind'], PendingKind>> = {
  'booking.create': 'book',
  'booking.renew': 'renew',
  'booking.change_plate': 'change-plate',
  'booking.cancel': 'cancel',
  'booking.extend': 'extend',
  'vehicle.add': 'vehicle-add',
  'vehicle.edit': 'vehicle-edit',
  'vehicle.delete': 'vehicle-delete',
  'vehicle.set_default': 'vehicle-set-default',
}

type About = Pick<PendingIntent, 'parkId' | 'parkName' | 'bookingCode' | 'startMs' | 'endMs'>

const NOTHING: About = { parkId: null, parkName: null, bookingCode: null, startMs: null, endMs: null }

function aboutOf(write: Write, bookings: readonly Booking[]): About {
  if (write.kind === 'booking.create') {
    const { park_id, start_time, end_time } = write.body
    const times = { startMs: Date.parse(start_time), endMs: Date.parse(end_time) }
    return { ...NOTHING, ...times, parkId: park_id, parkName: write.parkName }
  }
  if (!('bookingId' in write)) return NOTHING
  const booking = bookings.find((candidate) => candidate.booking_id === write.bookingId)
  if (booking === undefined) return NOTHING
  return {
    parkId: booking.park_id,
    parkName: booking.park.name,
    bookingCode: booking.booking_code,
    startMs: Date.parse(booking.start_time),
    endMs: Date.parse(booking.end_time),
  }
}

async function readPending(): Promise<Saved<readonly PendingIntent[]>> {
  const [intents, bookings] = await Promise.all([readIntents(), readBookings()])
  const value = intents.map(({ id, write, state, createdAt }) => ({
    id,
    kind: KIND[write.kind],
    state,
    createdAt,
    ...aboutOf(write, bookings.value),
  }))
  return { value, savedAt: null }
}

/** Writes of this driver whose answer is not known, oldest first. */
export const usePendingIntents = (): Query<readonly PendingIntent[]> => useSaved(readPending, [])

import type { Booking } from '../contract/bookings.ts'
import type { Park } from '../contract/parks.ts'
import { previousStayFromWire } from '../contract/tariff-mapping.ts'
import { leewayOf } from '../domain/booking.ts'
import { type Instant, mustInstant, toInstant } from '../domain/instant.ts'
import { normalisePlate } from '../domain/plate.ts'
import {
  NO_PREVIOUS_STAY,
  type PreviousStay,
  sameVisit,
  type StaySpan,
  type VisitRule,
} from '../domain/previous-stay.ts'
import { useBookings } from './use-bookings.ts'

export type { PreviousStay }
/** Reads the provider's form of a previous stay. */
export { previousStayFromWire }

export interface WantedStay {
  readonly from: Instant
  readonly until: Instant
  readonly plate: string
  /** The booking itself, when it is being renewed. */
  readonly bookingId?: string
}

type Mirrored = Pick<
  Booking,
  | 'booking_id'
  | 'park_id'
  | 'park'
  | 'plate'
  | 'start_time'
  | 'end_time'
  | 'status'
  | 'cancelled_at'
  | 'refund'
  | 'hold_until'
  | 'monthly'
>

/** Returns the used and paid span of a booking; none for a monthly pass, which no stay continues. */
function usedSpan(booking: Mirrored): StaySpan | undefined {
  const { start_time, end_time, status, cancelled_at, refund, hold_until } = booking
  if (booking.monthly !== undefined) return undefined
  const isPaid = (hold_until ?? null) === null && (status === 'active' || (refund ?? null) !== null)
  const [from, end] = [mustInstant(start_time), mustInstant(end_time)]
  const cancelledAt = cancelled_at ?? null
  const to = cancelledAt === null ? end : toInstant(Math.min(end, mustInstant(cancelledAt)))
  return isPaid && from < to ? { from, to } : undefined
}

interface Where extends VisitRule {
  readonly parkId: number
}

/** Returns the driver's own paid stays at the park that are one visit with this one. */
function ownStays(
  bookings: readonly Mirrored[],
  { parkId, ...rule }: Where,
  { from, until, plate, bookingId }: WantedStay,
): readonly StaySpan[] {
  const stays = bookings.flatMap((booking) => {
    const span = usedSpan(booking)
    const isItself = booking.booking_id === bookingId && booking.status === 'active'
    if (span === undefined || isItself || booking.park_id !== parkId) return []
    // Two cars of one driver may be there at once.
    const isApart = span.to <= from || span.from >= until
    return isApart || normalisePlate(booking.plate) === normalisePlate(plate) ? [span] : []
  })
  return sameVisit(stays, { from, to: until }, rule)
}

/**
 * Returns what a stay at the park continues, by the driver's own bookings: the provider's rule (`stays_beside`) applied
 * to what this phone knows. Other drivers' stays with the same plate are unknown here: the provider then refuses the
 * price and says what it continues.
 */
export function previousStayOf(
  bookings: readonly Mirrored[],
  park: Pick<Park, 'id' | 'rate'>,
  wanted: WantedStay,
): PreviousStay {
  const { graceMinutes } = leewayOf(bookings.find(({ park_id: parkId }) => parkId === park.id)?.park)
  const where = { parkId: park.id, reentryMinutes: park.rate.tariff.reentry_minutes, graceMinutes }
  return { ...NO_PREVIOUS_STAY, stays: ownStays(bookings, where, wanted), graceMinutes }
}

/**
 * Returns what a booking continues when it ends at `until`: the stays it was booked beside, less those cancelled since,
 * plus those booked later.
 */
export function previousStayOfBooking(
  booking: Booking,
  until: Instant,
  bookings: readonly Mirrored[],
): PreviousStay | undefined {
  const { booked_rate: rate, previous_stay: booked, park_id: parkId, plate, booking_id: bookingId } = booking
  if (rate === undefined) return undefined
  const from = mustInstant(booking.start_time)
  const { graceMinutes } = leewayOf(booking.park)
  const where = { parkId, reentryMinutes: rate.tariff.reentry_minutes, graceMinutes }
  const known = new Set(bookings.map((other) => `${other.start_time} ${other.end_time}`))
  const unknown = booked?.stays.filter(({ start_time: start, end_time: end }) => !known.has(`${start} ${end}`)) ?? []
  const stays = ownStays(bookings, where, { from, until, plate, bookingId })
  const told = previousStayFromWire({
    stays: unknown,
    other_minutes: booked?.other_minutes ?? 0,
    grace_minutes: graceMinutes,
  })
  return { ...told, stays: [...stays, ...told.stays] }
}

export function usePreviousStay(park: Park | null, wanted: WantedStay | null): PreviousStay | undefined {
  const bookings = useBookings()
  return park === null || wanted === null || bookings.status !== 'ready'
    ? undefined
    : previousStayOf(bookings.value, park, wanted)
}

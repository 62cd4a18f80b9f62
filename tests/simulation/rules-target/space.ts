import type { SpaceRefusal } from '../../../provider/repositories/booking-writes.ts'
import type { BookingId, ParkId } from '../../../src/domain/ids.ts'
import type { Memory } from './memory.ts'

export interface Span {
  readonly from: number
  /** Exclusive. */
  readonly to: number
  readonly nowMs: number
  /** A booking to leave out of the count. */
  readonly except?: BookingId
}

/** Spaces taken at the fullest moment of the span. */
export function peakOccupancy({ bookings }: Memory, parkId: ParkId, { from, to, nowMs, except }: Span): number {
  const taken = bookings.filter(
    (row) =>
      row.park_id === parkId &&
      row.status === 'active' &&
      row.end_time > from &&
      row.start_time < to &&
      (row.hold_until === null || row.hold_until > nowMs) &&
      row.booking_id !== except,
  )
  // Occupancy peaks at the start of some stay.
  const levels = taken.map((row) => {
    const at = Math.max(row.start_time, from)
    return taken.filter((other) => Math.max(other.start_time, from) <= at && other.end_time > at).length
  })
  return Math.max(0, ...levels)
}

/** Returns null, or the reason why the park has no space for the span. */
export function claimSpace(memory: Memory, parkId: ParkId, span: Span): SpaceRefusal | null {
  const park = memory.parks.find(parkId)
  if (park === undefined) return 'park_not_found'
  if (park.capacity === null) return 'park_closed'
  return peakOccupancy(memory, parkId, span) >= park.capacity ? 'park_full' : null
}

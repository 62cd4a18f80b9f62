/**
 * Booking rules. The wire has only `active` and `cancelled`; every other phase follows from the times.
 *
 *   upcoming --start--> running --end--> grace --grace over--> ended
 *       \________________/ \___cancel (until the end)___> cancelled --renew (before the end)--> active
 */
import { err, ok, type Result } from '../lib/result.ts'
import { HOUR_MS, MINUTE_MS, mustInstant, toInstant, type Instant } from './instant.ts'

export type BookingStatus = 'active' | 'cancelled'
export type BookingPhase = 'upcoming' | 'running' | 'grace' | 'ended' | 'cancelled'

/** The park's own minutes; absent: the defaults apply. */
export interface ParkLeeway {
  readonly arrival_minutes?: number
  readonly grace_minutes?: number
}

/** The parts of a wire booking that these rules need. Times are RFC 3339. */
export interface BookingTimes {
  readonly status: BookingStatus
  readonly start_time: string
  readonly end_time: string
  readonly park?: ParkLeeway
  /** Set for a monthly pass. */
  readonly monthly?: object
  /** Set once time after the end was paid for. */
  readonly overstay?: object
}

/** Defaults, which a park may override. */
export interface BookingLeeway {
  /** How long after the end a driver may still leave or extend. */
  readonly graceMinutes: number
  /** How early a driver may arrive. */
  readonly arrivalMinutes: number
}

export const DEFAULT_LEEWAY: BookingLeeway = { graceMinutes: 10, arrivalMinutes: 15 }
/** Upper limit for a car park's own values. */
export const MAX_LEEWAY_MINUTES = 240

export const leewayOf = (park: ParkLeeway = {}): BookingLeeway => ({
  graceMinutes: park.grace_minutes ?? DEFAULT_LEEWAY.graceMinutes,
  arrivalMinutes: park.arrival_minutes ?? DEFAULT_LEEWAY.arrivalMinutes,
})

/** Durations are multiples of this. */
export const DURATION_STEP_MINUTES = 5
export const UNDO_MINUTES = 10
export const PLATE_CHANGE_MINUTES = 10
/** A start of "now" is a few minutes old once the driver has read the price and tapped. */
export const START_TOLERANCE_MINUTES = 5

const STEP_MS = DURATION_STEP_MINUTES * MINUTE_MS

/** Returns the latest time at which a driver may still leave or extend. */
export const graceEndOf = ({ end_time: end, park }: Pick<BookingTimes, 'end_time' | 'park'>): Instant =>
  toInstant(mustInstant(end) + leewayOf(park).graceMinutes * MINUTE_MS)

export function bookingPhase(booking: BookingTimes, now: Instant): BookingPhase {
  if (booking.status === 'cancelled') return 'cancelled'
  if (now < mustInstant(booking.start_time)) return 'upcoming'
  if (now < mustInstant(booking.end_time)) return 'running'
  return now < graceEndOf(booking) ? 'grace' : 'ended'
}

/** How long an overstaying car is assumed to be still there: if it was seen coming in, and if it was not. */
export const SEEN_INSIDE_MS = 12 * HOUR_MS
const NOT_SEEN_MS = HOUR_MS

interface AtTheGate {
  readonly checked_in_at?: string | null
  readonly checked_out_at?: string | null
}

/** Whether the grace is over and the car may still be there. */
export function mayOverstay(booking: BookingTimes & AtTheGate, now: Instant): boolean {
  const isSeen = (booking.checked_in_at ?? null) !== null
  return (
    bookingPhase(booking, now) === 'ended' &&
    (booking.checked_out_at ?? null) === null &&
    now < graceEndOf(booking) + (isSeen ? SEEN_INSIDE_MS : NOT_SEEN_MS)
  )
}

/** Returns when the phase changes by itself; null when it never changes again. */
export function phaseEndsAt(booking: BookingTimes, now: Instant): Instant | null {
  const phase = bookingPhase(booking, now)
  if (phase === 'upcoming') return mustInstant(booking.start_time)
  if (phase === 'running') return mustInstant(booking.end_time)
  return phase === 'grace' ? graceEndOf(booking) : null
}

/** Counts current and upcoming bookings, for the app icon's badge. */
export const countCurrent = (bookings: readonly BookingTimes[], now: Instant): number =>
  bookings.filter((booking) => !['ended', 'cancelled'].includes(bookingPhase(booking, now))).length

/** Returns the period in which an attendant lets the car in or out. */
export const accessWindow = (booking: BookingTimes): { readonly fromMs: Instant; readonly toMs: Instant } => ({
  fromMs: toInstant(mustInstant(booking.start_time) - leewayOf(booking.park).arrivalMinutes * MINUTE_MS),
  toMs: graceEndOf(booking),
})

export type TimesError = 'times_invalid' | 'start_in_past' | 'end_not_after_start'

/** Requires a start on a whole minute and not in the past, and a duration in multiples of 5 minutes. */
export function checkTimes(
  times: { readonly start: Instant; readonly end: Instant },
  now: Instant,
): Result<null, TimesError> {
  const { start, end } = times
  if (end <= start) return err('end_not_after_start')
  if (start % MINUTE_MS !== 0 || (end - start) % STEP_MS !== 0) return err('times_invalid')
  return start < now - START_TOLERANCE_MINUTES * MINUTE_MS ? err('start_in_past') : ok(null)
}

/** A monthly pass has fixed times: it can only be cancelled, before its first day. */
type FixedError = 'monthly_pass_fixed'

export type ExtendError =
  | FixedError
  | 'booking_not_active'
  | 'grace_over'
  | 'times_invalid'
  | 'end_not_after_start'
  | 'stale_base'

export interface ExtendRequest {
  readonly newEnd: Instant
  /** The end that the driver saw. */
  readonly baseEnd?: Instant
  readonly now: Instant
}

/**
 * Time after the end is paid for once the grace is over, and then no part of it is paid again as an extension, even if
 * the car park lengthens its grace.
 */
const isGraceOver = ({ overstay }: BookingTimes, phase: BookingPhase): boolean =>
  phase === 'ended' || overstay !== undefined

/**
 * Checks an extension: later ends only, before the grace is over. `unchanged`: the booking already has this end, so
 * nothing is charged.
 */
export function checkExtend(
  booking: BookingTimes,
  request: ExtendRequest,
): Result<'extended' | 'unchanged', ExtendError> {
  const { newEnd, baseEnd, now } = request
  const phase = bookingPhase(booking, now)
  if (phase === 'cancelled') return err('booking_not_active')
  const end = mustInstant(booking.end_time)
  // Checked before all refusals: repeating a command whose goal is already reached succeeds, however late it arrives.
  if (newEnd === end) return ok('unchanged')
  if (booking.monthly !== undefined) return err('monthly_pass_fixed')
  if (isGraceOver(booking, phase)) return err('grace_over')
  if (baseEnd !== undefined && baseEnd !== end) return err('stale_base')
  if (newEnd < end) return err('end_not_after_start')
  return (newEnd - mustInstant(booking.start_time)) % STEP_MS === 0 ? ok('extended') : err('times_invalid')
}

export type ShortenError = Exclude<ExtendError, 'grace_over'> | 'booking_ended' | 'start_in_past'

/**
 * Checks a shortening: earlier ends only, not in the past, and before the booking has ended. `unchanged`: it already
 * has this end.
 */
export function checkShorten(
  booking: BookingTimes,
  { newEnd, baseEnd, now }: ExtendRequest,
): Result<'shortened' | 'unchanged', ShortenError> {
  if (booking.status === 'cancelled') return err('booking_not_active')
  const start = mustInstant(booking.start_time)
  const end = mustInstant(booking.end_time)
  if (newEnd === end) return ok('unchanged')
  if (booking.monthly !== undefined) return err('monthly_pass_fixed')
  if (now >= end) return err('booking_ended')
  if (baseEnd !== undefined && baseEnd !== end) return err('stale_base')
  if (newEnd <= start) return err('end_not_after_start')
  if (newEnd > end || (newEnd - start) % STEP_MS !== 0) return err('times_invalid')
  return newEnd < now ? err('start_in_past') : ok('shortened')
}

/** Returns the earliest end that a stay can still be given, which is the end for a driver who leaves now. */
export function earliestEnd(booking: Pick<BookingTimes, 'start_time'>, now: Instant): Instant {
  const start = mustInstant(booking.start_time)
  return toInstant(start + Math.max(1, Math.ceil((now - start) / STEP_MS)) * STEP_MS)
}

export type CanExtendError = Extract<ExtendError, FixedError | 'booking_not_active' | 'grace_over'>

/** Checks whether a driver may extend at all, before a new end is chosen. */
export function canExtend(booking: BookingTimes, now: Instant): Result<null, CanExtendError> {
  const phase = bookingPhase(booking, now)
  if (phase === 'cancelled') return err('booking_not_active')
  if (booking.monthly !== undefined) return err('monthly_pass_fixed')
  return isGraceOver(booking, phase) ? err('grace_over') : ok(null)
}

export type MoveError = FixedError | 'booking_not_active' | 'stay_begun'

/**
 * Allowed before the stay begins and before the car has come in: a running stay is extended, shortened or left early
 * instead.
 */
export function canMove(booking: BookingTimes & AtTheGate, now: Instant): Result<null, MoveError> {
  if (booking.status === 'cancelled') return err('booking_not_active')
  if (booking.monthly !== undefined) return err('monthly_pass_fixed')
  const isSeen = (booking.checked_in_at ?? booking.checked_out_at ?? null) !== null
  return isSeen || now >= mustInstant(booking.start_time) ? err('stay_begun') : ok(null)
}

export type CancelError = 'booking_not_active' | 'booking_ended'

export function canCancel(booking: BookingTimes, now: Instant): Result<null, CancelError> {
  if (booking.status === 'cancelled') return err('booking_not_active')
  return now >= mustInstant(booking.end_time) ? err('booking_ended') : ok(null)
}

export type RenewError = FixedError | 'booking_not_cancelled' | 'booking_ended'

/**
 * Returns the times of a renewed booking: from max(now, start) to the old end. A past start moves to the first moment
 * that leaves a multiple of 5 minutes; it is less than 5 minutes ahead, so early arrival covers it.
 */
export function canRenew(
  booking: BookingTimes,
  now: Instant,
): Result<{ readonly start: Instant; readonly end: Instant }, RenewError> {
  if (booking.status !== 'cancelled') return err('booking_not_cancelled')
  if (booking.monthly !== undefined) return err('monthly_pass_fixed')
  const start = mustInstant(booking.start_time)
  const end = mustInstant(booking.end_time)
  if (now <= start) return ok({ start, end })
  const steps = Math.floor((end - now) / STEP_MS)
  return steps < 1 ? err('booking_ended') : ok({ start: toInstant(end - steps * STEP_MS), end })
}

export type ChangePlateError = 'booking_not_active' | 'booking_ended' | 'plate_locked'

/** Allowed until 10 minutes after check-in. */
export function canChangePlate(
  booking: BookingTimes & { readonly checked_in_at?: string | null },
  now: Instant,
): Result<null, ChangePlateError> {
  const phase = bookingPhase(booking, now)
  if (phase === 'cancelled') return err('booking_not_active')
  if (phase === 'ended') return err('booking_ended')
  const checkedInAt = booking.checked_in_at ?? null
  return checkedInAt !== null && now > mustInstant(checkedInAt) + PLATE_CHANGE_MINUTES * MINUTE_MS
    ? err('plate_locked')
    : ok(null)
}

interface Undoable {
  readonly bookedAt: Instant
  readonly startMs: Instant
  readonly isCheckedIn: boolean
}

/**
 * Returns the deadline for undoing a booking with a full refund: 10 minutes, but never past the start. Returns null
 * once the car has come in.
 */
export const undoUntil = ({ bookedAt, startMs, isCheckedIn }: Undoable): Instant | null =>
  isCheckedIn ? null : toInstant(Math.min(startMs, bookedAt + UNDO_MINUTES * MINUTE_MS))

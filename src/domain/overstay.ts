/** Price of staying beyond the end: one rule for the driver's pass and the attendant's verdict. */
import { DAY_MS, MINUTE_MS, toInstant, type Instant } from './instant.ts'
import { NO_PREVIOUS_STAY } from './previous-stay.ts'
import { MAX_STAY_MS } from './price-stay.ts'
import { quote } from './tariff.ts'
import { findClosedTime } from './tariff-hours.ts'
import type { Quote, Tariff, Tax, VehicleTypeId } from './tariff-types.ts'

/** Payment for time after the end, and the end of the paid time. */
export interface PaidOverstay {
  /** Minor units, summed over all payments. */
  readonly paidMinor: number
  readonly until: Instant
}

export interface Overstay {
  readonly minutes: number
  /** Price from the end until now at the booked tariff. Null when no rate is known, or the park has closed since. */
  readonly quote: Quote | null
  /** The unpaid part in minor units; null when `quote` is null. */
  readonly dueMinor: number | null
}

export interface OverstayInput {
  readonly start: Instant
  readonly end: Instant
  readonly now: Instant
  /** IANA zone of the park. */
  readonly zone: string
  readonly vehicleType: VehicleTypeId
  /** Undefined when unknown. */
  readonly rate: { readonly tariff: Tariff; readonly taxes: readonly Tax[] } | undefined
  /** Undefined: nothing paid yet. */
  readonly paid?: PaidOverstay | undefined
}

/**
 * Prices the time from the end to `to`. Overstaying does not begin a new visit: the free minutes and the first tier are
 * not granted twice, and an overstay never costs less than booking the same time. At least the park's minimum stay is
 * charged.
 */
function quoteUntil({ start, end, now, zone, vehicleType, rate }: OverstayInput, to: Instant): Quote | null {
  if (rate === undefined) return null
  const { tariff, taxes } = rate
  if (to - end > MAX_STAY_MS || findClosedTime(tariff, { from: end, to, zone }) !== undefined) return null
  const previousStay = { ...NO_PREVIOUS_STAY, stays: [{ from: start, to: end }] }
  const shortest = toInstant(Math.max(to, end + tariff.minimumStayMinutes * MINUTE_MS))
  // How long a booking may be does not limit what a longer stay owes.
  const unlimited = { ...tariff, minimumStayMinutes: 0, maximumStayMinutes: null }
  const priced = quote({ tariff: unlimited, taxes, vehicleType, from: end, to: shortest, zone, now, previousStay })
  return priced.ok ? priced.value : null
}

export function findOverstay(input: OverstayInput): Overstay {
  const minutes = Math.max(0, Math.ceil((input.now - input.end) / MINUTE_MS))
  const quote = minutes === 0 ? null : quoteUntil(input, input.now)
  return {
    minutes,
    quote,
    dueMinor: quote === null ? null : Math.max(0, quote.totalMinor - (input.paid?.paidMinor ?? 0)),
  }
}

/**
 * Returns the latest whole minute, at most a day ahead, until which the time since the end costs no more than
 * `totalMinor`.
 */
export function coveredUntil(input: OverstayInput, totalMinor: number): Instant {
  const from = Math.ceil(input.now / MINUTE_MS) * MINUTE_MS
  const isCovered = (at: number): boolean => (quoteUntil(input, toInstant(at))?.totalMinor ?? Infinity) <= totalMinor
  let until = from
  for (const step of [5 * MINUTE_MS, MINUTE_MS]) {
    while (until + step <= from + DAY_MS && isCovered(until + step)) until += step
  }
  return toInstant(until)
}

/** A booking of the same car in the same park. */
interface Span {
  readonly start: Instant
  readonly end: Instant
}

/**
 * Returns the end of the overstay of a stay that ended at `end`: now, or the start of the car's next booking, which
 * pays from then on. The gap remains owed. `others` are active bookings; those that ended no later than this one are
 * ignored.
 */
export const overUntil = (end: Instant, others: readonly Span[], now: Instant): Instant =>
  toInstant(Math.min(now, ...others.filter((other) => other.end > end && other.start < now).map(({ start }) => start)))

/**
 * Returns how long a car may stay without owing more: the grace restarts after each payment, as after each booked end.
 */
export const leaveByOf = (end: Instant, { paid, graceMinutes }: LeaveBy): Instant =>
  toInstant(Math.max(end, paid?.until ?? end) + graceMinutes * MINUTE_MS)

interface LeaveBy {
  readonly paid: PaidOverstay | undefined
  readonly graceMinutes: number
}

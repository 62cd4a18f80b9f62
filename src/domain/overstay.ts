/** What a car owes that stays beyond its end: one rule for the driver's pass and the attendant's verdict. */
import { DAY_MS, MINUTE_MS, toInstant, type Instant } from './instant.ts'
import { NO_PREVIOUS_STAY } from './previous-stay.ts'
import { priceStay } from './price-stay.ts'
import type { Quote, Tariff, Tax, VehicleTypeId } from './tariff-types.ts'

/** What was paid for the time after the end, and until when that pays. */
export interface PaidOverstay {
  /** Minor units, of however many payments. */
  readonly paidMinor: number
  readonly until: Instant
}

export interface Overstay {
  readonly minutes: number
  /** From the end to now at the booking's tariff; null where no rate is known, or the park is closed by now. */
  readonly quote: Quote | null
  /** What of it is not paid yet, minor units; null where `quote` is. */
  readonly dueMinor: number | null
}

export interface OverstayInput {
  readonly start: Instant
  readonly end: Instant
  readonly now: Instant
  /** IANA zone of the park. */
  readonly zone: string
  readonly vehicleType: VehicleTypeId
  /** Undefined where none is known. */
  readonly rate: { readonly tariff: Tariff; readonly taxes: readonly Tax[] } | undefined
  /** Undefined: nothing yet. */
  readonly paid?: PaidOverstay | undefined
}

/**
 * From the end to `to`. Who stays on has not begun a new visit: the free minutes and the first tier are not given twice, and nobody pays
 * less than one who had booked all of it. No stay is shorter than the park's shortest.
 */
function quoteUntil({ start, end, now, zone, vehicleType, rate }: OverstayInput, to: Instant): Quote | null {
  if (rate === undefined) return null
  const { tariff, taxes } = rate
  const previousStay = { ...NO_PREVIOUS_STAY, stays: [{ from: start, to: end }] }
  const shortest = toInstant(Math.max(to, end + tariff.minimumStayMinutes * MINUTE_MS))
  const priced = priceStay({ tariff, taxes, vehicleType, from: end, to: shortest, zone, now, previousStay })
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

/** The last moment, in whole minutes and a day ahead at most, at which the time since the end costs no more than `totalMinor`. */
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
 * Until when a stay that ended at `end` is stayed over: until now, or until the next booking of the car begins, which pays for the time
 * from then. What lies between stays owed. `others` are active; those that ended no later than this one do not count.
 */
export const overUntil = (end: Instant, others: readonly Span[], now: Instant): Instant =>
  toInstant(Math.min(now, ...others.filter((other) => other.end > end && other.start < now).map(({ start }) => start)))

/** Until when a car may leave without owing anything more: the grace begins again with each payment, as with each booked end. */
export const leaveByOf = (end: Instant, { paid, graceMinutes }: LeaveBy): Instant =>
  toInstant(Math.max(end, paid?.until ?? end) + graceMinutes * MINUTE_MS)

interface LeaveBy {
  readonly paid: PaidOverstay | undefined
  readonly graceMinutes: number
}

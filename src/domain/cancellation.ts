/**
 * Refunds of cancellations. A policy is a list of steps, each "until this time, this percentage of the unused value".
 * The unused value is the whole total before the start; after it, the amount paid less the price of the stay so far at
 * the booked tariff. It is never a share of the time: hours under a cap or a flat rate cost nothing, so giving them up
 * refunds nothing.
 */
import { undoUntil } from './booking.ts'
import { MINUTE_MS, mustInstant, toInstant, type Instant } from './instant.ts'
import { minor, multiplyHalfUp } from './money.ts'
import { noSpaceUntil } from './no-space.ts'
import { quote, type QuoteInput } from './tariff.ts'
import type { RefundPolicy, Tariff } from './tariff-types.ts'

/**
 * Full-refund cancellations allowed in `FREE_CANCELLATION_HOURS`; at the limit no booking can be made until the oldest
 * is past that period.
 */
export const FREE_CANCELLATIONS = 5
export const FREE_CANCELLATION_HOURS = 24

/** Everything until the start, then half of the unused time's price, nothing after the end. */
export const DEFAULT_REFUND_POLICY: RefundPolicy = [
  { until: 'start', offsetMinutes: 0, percent: 100 },
  { until: 'end', offsetMinutes: 0, percent: 50 },
]

/** Returns the refund policy of stays booked at a tariff. */
export const policyOf = ({ refundPolicy = DEFAULT_REFUND_POLICY }: Pick<Tariff, 'refundPolicy'>): RefundPolicy =>
  refundPolicy

/**
 * For a monthly pass: everything until its first day, then nothing. A partial refund would make a short part cheaper
 * than its days.
 */
export const MONTHLY_REFUND_POLICY: RefundPolicy = [{ until: 'start', offsetMinutes: 0, percent: 100 }]

/** A rule resolved to an instant, as in the wire's `refund_policy`. */
export interface RefundStep {
  readonly untilMs: Instant
  readonly percent: number
}

/** Everything except the times that a stay's price depends on. */
export type BookedRate = Pick<QuoteInput, 'tariff' | 'taxes' | 'vehicleType' | 'zone' | 'previousStay' | 'plan'>

export interface Refundable {
  readonly startMs: Instant
  readonly endMs: Instant
  /** Total paid, in minor units. */
  readonly totalMinor: number
  /** The booked rate. Null when this phone does not know it; then it promises no refund after the start. */
  readonly rate: BookedRate | null
  readonly steps: readonly RefundStep[]
  /** Undo deadline: until then the refund is complete. See `undoUntil`. */
  readonly undoUntilMs?: Instant | null
}

export const refundStepsOf = (
  policy: RefundPolicy,
  times: { readonly startMs: Instant; readonly endMs: Instant },
): readonly RefundStep[] =>
  policy.map(({ until, offsetMinutes, percent }) => ({
    untilMs: toInstant((until === 'start' ? times.startMs : times.endMs) + offsetMinutes * MINUTE_MS),
    percent,
  }))

/**
 * Returns the price of the stay until `at` in minor units, at most the amount paid. The tariff already counts a started
 * unit as whole.
 */
function usedMinor({ startMs, endMs, totalMinor, rate }: Refundable, at: Instant): number {
  if (rate === null) return totalMinor
  if (at <= startMs) return 0
  // At least the park's minimum stay is charged.
  const shortest = startMs + rate.tariff.minimumStayMinutes * MINUTE_MS
  const priced = quote({ ...rate, from: startMs, to: toInstant(Math.min(endMs, Math.max(at, shortest))), now: at })
  return priced.ok ? Math.min(totalMinor, priced.value.totalMinor) : totalMinor
}

/** Returns the refunded percentage, 0 to 100, of what is given up at `at`. */
function refundPercent({ endMs, steps, undoUntilMs = null }: Refundable, at: Instant): number {
  if (at >= endMs) return 0
  if (undoUntilMs !== null && at < undoUntilMs) return 100
  return steps.find((step) => at < step.untilMs)?.percent ?? 0
}

/** Returns the refund of a cancellation at `at` in minor units: never negative, never more than was paid. */
export function refundNow(booking: Refundable, at: Instant): number {
  const { startMs, endMs, totalMinor, undoUntilMs = null } = booking
  if (undoUntilMs !== null && at < undoUntilMs && at < endMs) return minor(totalMinor)
  const percent = refundPercent(booking, at)
  if (percent === 0) return 0
  return multiplyHalfUp(at < startMs ? totalMinor : totalMinor - usedMinor(booking, at), percent, 100)
}

/**
 * Result of an earlier end: the refund, and the price of the shorter stay. The remainder can never be refunded later.
 */
export interface Shortened {
  readonly refundMinor: number
  readonly keptMinor: number
}

/**
 * Calculates the refund for moving the end to `newEnd` at `at`: the cancellation percentage of the price of the time
 * given up.
 */
export function shortenedNow(booking: Refundable, newEnd: Instant, at: Instant): Shortened {
  const keptMinor = usedMinor(booking, newEnd)
  const percent = refundPercent(booking, at)
  return { keptMinor, refundMinor: percent === 0 ? 0 : multiplyHalfUp(booking.totalMinor - keptMinor, percent, 100) }
}

/**
 * Returns the refund to show during a minute, calculated for its end: a screen renders once a minute, and a tap within
 * that minute must not get less. A unit that begins with the minute is already lost.
 */
export const refundInMinute = (booking: Refundable, minute: Instant): number => refundNow(booking, endOfMinute(minute))

/** Returns the last instant of the minute that contains `at`. */
export const endOfMinute = (at: Instant): Instant => toInstant(Math.floor(at / MINUTE_MS) * MINUTE_MS + MINUTE_MS - 1)

/** Data for the sentence "refund now ₦1,200; after 14:00 ₦600". */
export interface RefundOutlook {
  readonly nowMinor: number
  /** Undo deadline, after which the refund is smaller; null when undoing makes no difference. */
  readonly undoUntilMs: Instant | null
  /** The next moments at which the refund decreases, and its value from then on. */
  readonly changes: readonly { readonly atMs: Instant; readonly refundMinor: number }[]
}

export function refundOutlook(booking: Refundable, at: Instant, limit = 2): RefundOutlook {
  const nowMinor = refundNow(booking, at)
  const changes: { atMs: Instant; refundMinor: number }[] = []
  let currentMinor = nowMinor
  let moment = nextMoment(booking, at)
  while (changes.length < limit && currentMinor > 0 && moment !== undefined) {
    const refundMinor = refundNow(booking, moment)
    if (refundMinor < currentMinor) changes.push({ atMs: moment, refundMinor })
    currentMinor = refundMinor
    moment = nextMoment(booking, moment)
  }
  const isByUndo =
    changes[0]?.atMs === booking.undoUntilMs && refundNow({ ...booking, undoUntilMs: null }, at) < nowMinor
  const undoUntilMs = isByUndo ? (booking.undoUntilMs ?? null) : null
  return { nowMinor, undoUntilMs, changes }
}

/**
 * Finds the first instant after `at` at which `refundNow` is smaller: a step, the end, or one millisecond after a whole
 * minute, because a started unit is lost just after it begins. Between two steps the refund only decreases, so a binary
 * search finds it.
 */
function nextMoment(booking: Refundable, at: Instant): Instant | undefined {
  const { startMs, endMs, steps, undoUntilMs } = booking
  const now = refundNow(booking, at)
  const isLess = (moment: number): boolean => refundNow(booking, toInstant(moment)) < now
  const fixed = [startMs, endMs, undoUntilMs ?? endMs, ...steps.map((step) => step.untilMs)]
  const ahead = [...new Set(fixed)].filter((moment) => moment > at && moment <= endMs).toSorted((a, b) => a - b)
  const step = ahead.find(isLess)
  if (step === undefined) return undefined
  const from = Math.max(at, startMs)
  if (step <= from || !isLess(step - 1)) return step
  // Minutes since the start, after `from`: the refund is unchanged at `low` and smaller at `high`.
  let low = Math.ceil((from - startMs) / MINUTE_MS) - 1
  let high = Math.ceil((step - startMs) / MINUTE_MS)
  const momentOf = (minute: number): number => Math.max(at + 1, Math.min(step, startMs + minute * MINUTE_MS + 1))
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isLess(momentOf(middle))) high = middle
    else low = middle
  }
  return toInstant(momentOf(high))
}

interface Paid extends Omit<Refundable, 'undoUntilMs'> {
  readonly bookedAt: Instant
  readonly isCheckedIn: boolean
}

/** Single entry point for refund calculation: the refund itself and every preview use it, including undo. */
const toRefundable = ({ bookedAt, isCheckedIn, ...paid }: Paid): Refundable => ({
  ...paid,
  undoUntilMs: undoUntil({ bookedAt, startMs: paid.startMs, isCheckedIn }),
})

/** The parts of a wire booking that a refund needs. Times are RFC 3339. */
export interface RefundableWire {
  readonly start_time: string
  readonly end_time: string
  readonly total: number
  readonly created_at: string
  readonly checked_in_at?: string | null
  readonly checked_out_at?: string | null
  readonly refund_policy: readonly { readonly until: string; readonly percent: number }[]
  /** For parking of a postponed event: the deadline of the full refund. */
  readonly event?: { readonly choose_by: string | null }
}

/**
 * `rate` is the booking's own `booked_rate` and the steps are its `refund_policy`, so phone and provider calculate the
 * same refund.
 */
export function refundableOf(booking: RefundableWire, rate: BookedRate | null): Refundable {
  const refundable = toRefundable({
    startMs: mustInstant(booking.start_time),
    endMs: mustInstant(booking.end_time),
    totalMinor: booking.total,
    rate,
    steps: booking.refund_policy.map(({ until, percent }) => ({ untilMs: mustInstant(until), percent })),
    bookedAt: mustInstant(booking.created_at),
    isCheckedIn: (booking.checked_in_at ?? null) !== null,
  })
  const chooseBy = booking.event?.choose_by ?? null
  return chooseBy === null ? refundable : { ...refundable, undoUntilMs: mustInstant(chooseBy) }
}

/** Like `refundableOf`, for a driver who found no space: the full refund lasts longer. See `domain/no-space`. */
export function refundableWithoutSpace(booking: RefundableWire, rate: BookedRate | null): Refundable {
  const refundable = refundableOf(booking, rate)
  const isSeenAtGate = (booking.checked_in_at ?? booking.checked_out_at ?? null) !== null
  const untilMs = noSpaceUntil({ startMs: refundable.startMs, isSeenAtGate })
  return untilMs === null ? refundable : { ...refundable, undoUntilMs: untilMs }
}

/** A stay and its price, before booking. */
export interface PricedStay {
  readonly startMs: Instant
  readonly endMs: Instant
  readonly totalMinor: number
  readonly rate: BookedRate
}

/** Like `refundableOf`, for the booking that this stay would become at `bookedAt`, with its tariff's policy. */
export const refundableStay = (stay: PricedStay, bookedAt: Instant): Refundable =>
  toRefundable({
    ...stay,
    steps: refundStepsOf(policyOf(stay.rate.tariff), stay),
    bookedAt,
    isCheckedIn: false,
  })

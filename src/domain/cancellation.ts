/**
 * What a cancel gives back. A policy is a list of steps, each "until then, so many percent of the unused value". The unused value
 * is the whole total before the start; afterwards it is what was paid, less what the stay until now costs by the tariff that it was
 * booked at. Never a share of the clock: hours under a cap or a flat rate cost nothing, so giving them up brings nothing.
 */
import { undoUntil } from './booking.ts'
import { MINUTE_MS, mustInstant, toInstant, type Instant } from './instant.ts'
import { minor, multiplyHalfUp } from './money.ts'
import { noSpaceUntil } from './no-space.ts'
import { quote, type QuoteInput } from './tariff.ts'
import type { RefundPolicy, Tariff } from './tariff-types.ts'

/** So many cancels that give everything back a driver has in `FREE_CANCELLATION_HOURS`; then nothing is booked until the oldest has passed. */
export const FREE_CANCELLATIONS = 5
export const FREE_CANCELLATION_HOURS = 24

/** All until the start, then half of what the unused time cost, nothing after the end. */
export const DEFAULT_REFUND_POLICY: RefundPolicy = [
  { until: 'start', offsetMinutes: 0, percent: 100 },
  { until: 'end', offsetMinutes: 0, percent: 50 },
]

/** What stays at a tariff are booked with. */
export const policyOf = ({ refundPolicy = DEFAULT_REFUND_POLICY }: Pick<Tariff, 'refundPolicy'>): RefundPolicy =>
  refundPolicy

/** Of a monthly pass: all until its first day, then nothing. A part of it would be had for less than the days cost. */
export const MONTHLY_REFUND_POLICY: RefundPolicy = [{ until: 'start', offsetMinutes: 0, percent: 100 }]

/** A rule at its place in time, as the wire's `refund_policy` carries it. */
export interface RefundStep {
  readonly untilMs: Instant
  readonly percent: number
}

/** What the price of a stay depends on beside its times. */
export type BookedRate = Pick<QuoteInput, 'tariff' | 'taxes' | 'vehicleType' | 'zone' | 'previousStay' | 'plan'>

export interface Refundable {
  readonly startMs: Instant
  readonly endMs: Instant
  /** What was paid in all, minor units. */
  readonly totalMinor: number
  /** What it was booked at; null: this phone does not know it, and promises nothing back once the stay has begun. */
  readonly rate: BookedRate | null
  readonly steps: readonly RefundStep[]
  /** Until then the booking can be undone: everything comes back. See `undoUntil`. */
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

/** Minor units that the stay until `at` costs, never more than was paid. A started unit is a whole one, by the tariff itself. */
function usedMinor({ startMs, endMs, totalMinor, rate }: Refundable, at: Instant): number {
  if (rate === null) return totalMinor
  if (at <= startMs) return 0
  // No stay was shorter than the park's shortest.
  const shortest = startMs + rate.tariff.minimumStayMinutes * MINUTE_MS
  const priced = quote({ ...rate, from: startMs, to: toInstant(Math.min(endMs, Math.max(at, shortest))), now: at })
  return priced.ok ? Math.min(totalMinor, priced.value.totalMinor) : totalMinor
}

/** 0 to 100, of what is given up at `at`. */
function refundPercent({ endMs, steps, undoUntilMs = null }: Refundable, at: Instant): number {
  if (at >= endMs) return 0
  if (undoUntilMs !== null && at < undoUntilMs) return 100
  return steps.find((step) => at < step.untilMs)?.percent ?? 0
}

/** Minor units that a cancel at `at` gives back: never negative, never more than was paid. */
export function refundNow(booking: Refundable, at: Instant): number {
  const { startMs, endMs, totalMinor, undoUntilMs = null } = booking
  if (undoUntilMs !== null && at < undoUntilMs && at < endMs) return minor(totalMinor)
  const percent = refundPercent(booking, at)
  if (percent === 0) return 0
  return multiplyHalfUp(at < startMs ? totalMinor : totalMinor - usedMinor(booking, at), percent, 100)
}

/** What an earlier end gives back, and what the stay until then costs. What is neither is not had back by anything later. */
export interface Shortened {
  readonly refundMinor: number
  readonly keptMinor: number
}

/** Moving the end to `newEnd` at `at`: the share of a cancel, of what the time given up cost. */
export function shortenedNow(booking: Refundable, newEnd: Instant, at: Instant): Shortened {
  const keptMinor = usedMinor(booking, newEnd)
  const percent = refundPercent(booking, at)
  return { keptMinor, refundMinor: percent === 0 ? 0 : multiplyHalfUp(booking.totalMinor - keptMinor, percent, 100) }
}

/**
 * What a screen that is drawn once a minute says: as at the end of that minute, so that a tap within it gets no less. A unit that begins
 * with the minute is lost already.
 */
export const refundInMinute = (booking: Refundable, minute: Instant): number => refundNow(booking, endOfMinute(minute))

/** The last instant of the minute in which it lies. */
export const endOfMinute = (at: Instant): Instant => toInstant(Math.floor(at / MINUTE_MS) * MINUTE_MS + MINUTE_MS - 1)

/** For the sentence "refund now ₦1,200; after 14:00 ₦600". */
export interface RefundOutlook {
  readonly nowMinor: number
  /** Until then everything comes back as an undo, and less from then on; null where the undo changes nothing. */
  readonly undoUntilMs: Instant | null
  /** The next moments at which the refund gets smaller, and what it is from then on. */
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
 * The first instant after `at` at which `refundNow` is smaller: at a step or the end, or, as a started unit is lost just after it
 * began, a millisecond after a whole minute. Between two steps it only falls, so it is found by halves.
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
  // Minutes after `from`, as counted from the start: not less at `low`, less at `high`.
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

/** The one way to what can be given back: the refund itself and every preview of it go through here, undo and all. */
const toRefundable = ({ bookedAt, isCheckedIn, ...paid }: Paid): Refundable => ({
  ...paid,
  undoUntilMs: undoUntil({ bookedAt, startMs: paid.startMs, isCheckedIn }),
})

/** A booking of the wire, as far as the refund needs it. Times are RFC 3339. */
export interface RefundableWire {
  readonly start_time: string
  readonly end_time: string
  readonly total: number
  readonly created_at: string
  readonly checked_in_at?: string | null
  readonly checked_out_at?: string | null
  readonly refund_policy: readonly { readonly until: string; readonly percent: number }[]
  /** Of parking for an event that was postponed: until when all of it comes back. */
  readonly event?: { readonly choose_by: string | null }
}

/** `rate` comes from the booking's own `booked_rate` and the steps from `refund_policy`, so phone and provider count alike. */
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

/** As `refundableOf`, for a driver who found no space: everything comes back for longer. See `domain/no-space`. */
export function refundableWithoutSpace(booking: RefundableWire, rate: BookedRate | null): Refundable {
  const refundable = refundableOf(booking, rate)
  const isSeenAtGate = (booking.checked_in_at ?? booking.checked_out_at ?? null) !== null
  const untilMs = noSpaceUntil({ startMs: refundable.startMs, isSeenAtGate })
  return untilMs === null ? refundable : { ...refundable, undoUntilMs: untilMs }
}

/** A stay and its price, before it is booked. */
export interface PricedStay {
  readonly startMs: Instant
  readonly endMs: Instant
  readonly totalMinor: number
  readonly rate: BookedRate
}

/** As `refundableOf` of the booking that the stay becomes when it is booked at `bookedAt`, with the policy of its tariff. */
export const refundableStay = (stay: PricedStay, bookedAt: Instant): Refundable =>
  toRefundable({
    ...stay,
    steps: refundStepsOf(policyOf(stay.rate.tariff), stay),
    bookedAt,
    isCheckedIn: false,
  })

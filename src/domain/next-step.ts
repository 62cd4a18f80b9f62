/** What a driver wants to know beside a price: how much longer costs nothing more, and what is a little cheaper. */
import { stepThrough } from '../lib/step-through.ts'
import { DAY_MS, type Instant, MINUTE_MS, toInstant } from './instant.ts'
import type { Quote, QuoteLine } from './tariff-types.ts'

/** Stays last multiples of five minutes. */
export const STAY_STEP_MS = 5 * MINUTE_MS
/** Nobody who asks about this evening wants to hear of next week. */
export const LOOK_AHEAD_MS = DAY_MS

/** What a stay until then costs, minor units; null where there is no such stay: too short, too long, closed. */
export type PriceAt = (until: Instant) => number | null

export interface PricedEnd {
  readonly until: Instant
  readonly totalMinor: number
}

export interface NextSteps {
  /** The longest extension, within a day, that costs nothing more. */
  readonly free: PricedEnd | null
  /** The nearest later end that costs less, as where an early bird's exit begins. */
  readonly cheaperLater: PricedEnd | null
  /** The nearest earlier end that costs less. */
  readonly cheaperEarlier: PricedEnd | null
}

const NONE: NextSteps = { free: null, cheaperLater: null, cheaperEarlier: null }

/** Ends looked at in one go: some milliseconds of a cheap phone that has not priced anything yet. */
const ENDS_AT_A_TIME = 32

export interface AskedStay {
  readonly from: Instant
  readonly until: Instant
  /** Longer never costs less, as where the tariff has no packages: then a few ends tell of all. */
  readonly neverFalls?: boolean | undefined
}

/**
 * Looks at every end a stay can have where packages make prices that fall and rise again: nothing between two ends says what is there.
 * Pauses by itself, for a page that has other things to do. `priceAt` should remember what it was asked (`rememberPrices`).
 */
export function* lookForNextSteps(priceAt: PriceAt, stay: AskedStay): Generator<undefined, NextSteps, undefined> {
  const { from, until, neverFalls = false } = stay
  const totalMinor = priceAt(until)
  if (totalMinor === null) return NONE
  if (neverFalls) return stepsOfRising(priceAt, { from, until, totalMinor })
  let free: PricedEnd | null = null
  let cheaperLater: PricedEnd | null = null
  let looked = 0
  for (let at = until + STAY_STEP_MS; at <= until + LOOK_AHEAD_MS; at += STAY_STEP_MS) {
    if ((looked += 1) % ENDS_AT_A_TIME === 0) yield
    const end = pricedEnd(priceAt, at)
    if (end === null || end.totalMinor > totalMinor) continue
    free = end
    if (end.totalMinor < totalMinor) cheaperLater ??= end
  }
  for (let at = until - STAY_STEP_MS; at > from; at -= STAY_STEP_MS) {
    if ((looked += 1) % ENDS_AT_A_TIME === 0) yield
    const end = pricedEnd(priceAt, at)
    if (end !== null && end.totalMinor < totalMinor) return { free, cheaperLater, cheaperEarlier: end }
  }
  return { free, cheaperLater, cheaperEarlier: null }
}

/** Without a pause. */
export const findNextSteps = (priceAt: PriceAt, stay: AskedStay): NextSteps =>
  stepThrough(lookForNextSteps(priceAt, stay))

/** Where prices only rise. An end without one is too long or closed if it is later, too short if it is earlier. */
function stepsOfRising(
  priceAt: PriceAt,
  { from, until, totalMinor }: { readonly from: Instant; readonly until: Instant; readonly totalMinor: number },
): NextSteps {
  const costsSame = (at: number): boolean => priceAt(toInstant(at)) === totalMinor
  const later = furthest(LOOK_AHEAD_MS / STAY_STEP_MS, (steps) => costsSame(until + steps * STAY_STEP_MS))
  const most = Math.ceil((until - from) / STAY_STEP_MS) - 1
  const lastSame = furthest(most, (steps) => costsSame(until - steps * STAY_STEP_MS))
  const earlier = until - (lastSame + 1) * STAY_STEP_MS
  return {
    free: later === 0 ? null : pricedEnd(priceAt, until + later * STAY_STEP_MS),
    cheaperLater: null,
    cheaperEarlier: earlier > from ? pricedEnd(priceAt, earlier) : null,
  }
}

/** The largest number up to `most` for which `holds` is true, where it is true up to there and false beyond; 0 where it never is. */
function furthest(most: number, holds: (steps: number) => boolean): number {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (holds(middle)) low = middle
    else high = middle - 1
  }
  return low
}

function pricedEnd(priceAt: PriceAt, at: number): PricedEnd | null {
  const until = toInstant(at)
  const totalMinor = priceAt(until)
  return totalMinor === null ? null : { until, totalMinor }
}

/** Asks each end once. A new start, vehicle or rate needs a new one. */
export function rememberPrices(priceAt: PriceAt): PriceAt {
  const known = new Map<Instant, number | null>()
  return (until) => {
    const remembered = known.get(until)
    if (remembered !== undefined) return remembered
    const price = priceAt(until)
    known.set(until, price)
    return price
  }
}

/** Why time costs nothing more. `started`: the unit is paid already. */
export type FreeReason = 'day_maximum' | 'night_maximum' | 'maximum' | 'package' | 'free' | 'started'

/** What makes the price of the longer stay no higher: the reduction that grew with it. */
export function freeReasonOf(now: Quote, longer: Quote): FreeReason {
  const grown = longer.lines.filter(
    (line) => weightOf(line) > weightOf(now.lines.find((other) => isSameLine(line, other))),
  )
  // A package replaces whatever the meter did.
  const line = grown.find(({ kind }) => kind === 'package') ?? grown.at(-1)
  if (line === undefined) return 'started'
  if (line.kind === 'package' || line.kind === 'free') return line.kind
  if (line.kind === 'cap') return line.cap === 'day' ? 'day_maximum' : 'maximum'
  // Only reductions have a weight: the last kind left is the maximum of a window, which may run over midnight.
  return line.kind === 'maximum' && line.toMinute <= line.fromMinute && line.toMinute > 0
    ? 'night_maximum'
    : 'day_maximum'
}

/** How much a line takes off, in whatever it counts; 0 for one that takes nothing off. */
function weightOf(line: QuoteLine | undefined): number {
  if (line === undefined) return 0
  if (line.kind === 'free') return line.minutes
  return line.kind === 'cap' || line.kind === 'maximum' || line.kind === 'package' ? -line.amountMinor : 0
}

function isSameLine(line: QuoteLine, other: QuoteLine): boolean {
  if (line.kind === 'cap') return other.kind === 'cap' && other.cap === line.cap && other.hours === line.hours
  if (line.kind === 'maximum')
    return other.kind === 'maximum' && other.fromMinute === line.fromMinute && other.toMinute === line.toMinute
  return line.kind === other.kind
}

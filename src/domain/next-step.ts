/** Hints beside a price: how much longer the stay can be for the same price, and which nearby end is cheaper. */
import { stepThrough } from '../lib/step-through.ts'
import { DAY_MS, type Instant, MINUTE_MS, toInstant } from './instant.ts'
import type { Quote, QuoteLine } from './tariff-types.ts'

/** Stays last multiples of five minutes. */
export const STAY_STEP_MS = 5 * MINUTE_MS
/** Limit of the search: a hint about next week would not help a driver who parks this evening. */
export const LOOK_AHEAD_MS = DAY_MS

/**
 * Price of a stay until that end, in minor units. Returns null when no such stay is possible: too short, too long, or
 * closed.
 */
export type PriceAt = (until: Instant) => number | null

export interface PricedEnd {
  readonly until: Instant
  readonly totalMinor: number
}

export interface NextSteps {
  /** The longest extension within a day at no extra cost. */
  readonly free: PricedEnd | null
  /** The nearest later end that costs less, for example where an early-bird exit window begins. */
  readonly cheaperLater: PricedEnd | null
  /** The nearest earlier end that costs less. */
  readonly cheaperEarlier: PricedEnd | null
}

const NONE: NextSteps = { free: null, cheaperLater: null, cheaperEarlier: null }

/** Ends priced between two pauses: a few milliseconds on a cheap phone with no cached prices. */
const ENDS_AT_A_TIME = 32

export interface AskedStay {
  readonly from: Instant
  readonly until: Instant
  /** A longer stay never costs less, as in a tariff without packages: a binary search is then enough. */
  readonly neverFalls?: boolean | undefined
}

/**
 * Prices every possible end when the tariff has packages, because prices then fall and rise again and cannot be
 * interpolated. Yields regularly so that the page stays responsive. `priceAt` should cache its results
 * (`rememberPrices`).
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

/** The same without pauses. */
export const findNextSteps = (priceAt: PriceAt, stay: AskedStay): NextSteps =>
  stepThrough(lookForNextSteps(priceAt, stay))

/** For rising prices. An end without a price is too long or closed if later, too short if earlier. */
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

/**
 * Returns the largest number up to `most` for which `holds` is true, assuming it is true up to there and false beyond;
 * 0 if it never is.
 */
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

/** Caches prices by end. A new start, vehicle or rate needs a new cache. */
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

/** Why extra time is free. `started`: it is within a unit already paid. */
export type FreeReason = 'day_maximum' | 'night_maximum' | 'maximum' | 'package' | 'free' | 'started'

/** Returns why the longer stay costs no more: the reduction that grew. */
export function freeReasonOf(now: Quote, longer: Quote): FreeReason {
  const grown = longer.lines.filter(
    (line) => weightOf(line) > weightOf(now.lines.find((other) => isSameLine(line, other))),
  )
  // A package replaces the metered price.
  const line = grown.find(({ kind }) => kind === 'package') ?? grown.at(-1)
  if (line === undefined) return 'started'
  if (line.kind === 'package' || line.kind === 'free') return line.kind
  if (line.kind === 'cap') return line.cap === 'day' ? 'day_maximum' : 'maximum'
  // Only reductions have a weight, so a window's maximum is left, which may run past midnight.
  return line.kind === 'maximum' && line.toMinute <= line.fromMinute && line.toMinute > 0
    ? 'night_maximum'
    : 'day_maximum'
}

/** Returns a comparable size of a line's reduction; 0 if the line reduces nothing. */
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

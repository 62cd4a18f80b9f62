/**
 * Price of a stay in relation to the other stays of its visit. Every stay pays at least what it adds to the visit's
 * price, whatever is cancelled later: so the stays of a visit together never cost less than one continuous stay, in
 * whichever order they are booked.
 */
import {
  coveredMinutes,
  NO_PREVIOUS_STAY,
  type PreviousStay,
  remainingSets,
  sameVisit,
  type StaySpan,
  type VisitRule,
  visitsOf,
} from './previous-stay.ts'
import {
  addAmounts,
  type Amounts,
  amountsOf,
  largestAmounts,
  type Priced,
  priceSpans,
  type Rate,
  subtractAmounts,
} from './tariff-price.ts'

export interface VisitRate extends Rate {
  readonly previousStay?: PreviousStay | undefined
}

/** The other stays that a price depends on, the free minutes left, and the limits that join them into one visit. */
export interface Visit {
  readonly stays: readonly StaySpan[]
  readonly freeMinutes: number
  readonly rule: VisitRule
}

export function visitOf({ tariff, previousStay = NO_PREVIOUS_STAY }: VisitRate, stay: StaySpan): Visit {
  const { otherMinutes, graceMinutes } = previousStay
  const rule = { reentryMinutes: tariff.reentryMinutes, graceMinutes }
  const stays = sameVisit(previousStay.stays, stay, rule)
  const usedMinutes = coveredMinutes(stays, graceMinutes) + otherMinutes
  return { stays, freeMinutes: Math.max(0, tariff.freeFirstMinutes - usedMinutes), rule }
}

/** Returns the total price of the stays, each visit priced as one stay. */
function priceOfAll(rate: Rate, stays: readonly StaySpan[], rule: VisitRule): Amounts {
  return visitsOf(stays, rule)
    .map((spans) => amountsOf(priceSpans(rate, spans, rate.tariff.freeFirstMinutes)))
    .reduce(addAmounts, [])
}

/** Returns the price difference between `after` and `before`, the largest over all sets of `stays` that may remain. */
function addedPrice(
  rate: Rate,
  { stays, rule }: Visit,
  { before, after }: { readonly before: StaySpan[]; readonly after: StaySpan },
): Amounts {
  return remainingSets(stays, after)
    .map((set) => subtractAmounts(priceOfAll(rate, [...set, after], rule), priceOfAll(rate, [...set, ...before], rule)))
    .reduce(largestAmounts, [])
}

export interface VisitPrice {
  /** The stay priced alone, with the remaining free minutes. */
  readonly alone: Priced
  readonly amounts: Amounts
}

export function priceVisit(rate: VisitRate, stay: StaySpan): VisitPrice {
  const visit = visitOf(rate, stay)
  const alone = priceSpans(rate, [stay], visit.freeMinutes)
  const amounts = amountsOf(alone)
  if (visit.stays.length === 0) return { alone, amounts }
  return { alone, amounts: largestAmounts(amounts, addedPrice(rate, visit, { before: [], after: stay })) }
}

/**
 * Returns the added price of a later end: that of the stay alone or of its visit, whichever grows more; never negative.
 */
export function priceAdded(rate: VisitRate, before: StaySpan, after: StaySpan): Amounts {
  const visit = visitOf(rate, after)
  const ofStay = (span: StaySpan): Amounts => amountsOf(priceSpans(rate, [span], visit.freeMinutes))
  const alone = largestAmounts([], subtractAmounts(ofStay(after), ofStay(before)))
  if (visit.stays.length === 0) return alone
  return largestAmounts(alone, addedPrice(rate, visit, { before: [before], after }))
}

/**
 * The price of a stay beside the others of its visit. Every stay pays what the visit costs more by it, whatever is cancelled later:
 * so the stays of a visit cost together at least what one stay over their time would, in whichever order they were booked.
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

/** The stays that one is priced beside, the free minutes that they have left for it, and what makes them one visit. */
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

/** What the stays cost together, each visit as one stay. */
function priceOfAll(rate: Rate, stays: readonly StaySpan[], rule: VisitRule): Amounts {
  return visitsOf(stays, rule)
    .map((spans) => amountsOf(priceSpans(rate, spans, rate.tariff.freeFirstMinutes)))
    .reduce(addAmounts, [])
}

/** What the stays cost more with `after` than with `before`, beside whichever of `stays` may remain. */
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
  /** The stay alone, with the free minutes that are left for it. */
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

/** What a later end adds: the stay's own price and that of its visit, whichever grows more. Never below nothing. */
export function priceAdded(rate: VisitRate, before: StaySpan, after: StaySpan): Amounts {
  const visit = visitOf(rate, after)
  const ofStay = (span: StaySpan): Amounts => amountsOf(priceSpans(rate, [span], visit.freeMinutes))
  const alone = largestAmounts([], subtractAmounts(ofStay(after), ofStay(before)))
  if (visit.stays.length === 0) return alone
  return largestAmounts(alone, addedPrice(rate, visit, { before: [before], after }))
}

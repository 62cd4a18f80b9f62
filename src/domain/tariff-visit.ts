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

/** The stays that one is priced beside, and the free minutes that they have left for it. */
export interface Visit {
  readonly stays: readonly StaySpan[]
  readonly freeMinutes: number
}

export function visitOf({ tariff, previousStay = NO_PREVIOUS_STAY }: VisitRate, stay: StaySpan): Visit {
  const stays = sameVisit(previousStay.stays, stay, tariff.reentryMinutes)
  const usedMinutes = coveredMinutes(stays) + previousStay.otherMinutes
  return { stays, freeMinutes: Math.max(0, tariff.freeFirstMinutes - usedMinutes) }
}

/** What the stays cost together, each visit as one stay. */
function priceOfAll(rate: Rate, stays: readonly StaySpan[]): Amounts {
  const { freeFirstMinutes, reentryMinutes } = rate.tariff
  return visitsOf(stays, reentryMinutes)
    .map((spans) => amountsOf(priceSpans(rate, spans, freeFirstMinutes)))
    .reduce(addAmounts, [])
}

/** What the stays cost more with `after` than with `before`, beside whichever of `stays` may remain. */
function addedPrice(
  rate: Rate,
  {
    stays,
    before,
    after,
  }: { readonly stays: readonly StaySpan[]; readonly before: StaySpan[]; readonly after: StaySpan },
): Amounts {
  return remainingSets(stays, after)
    .map((set) => subtractAmounts(priceOfAll(rate, [...set, after]), priceOfAll(rate, [...set, ...before])))
    .reduce(largestAmounts, [])
}

export interface VisitPrice {
  /** The stay alone, with the free minutes that are left for it. */
  readonly alone: Priced
  readonly amounts: Amounts
}

export function priceVisit(rate: VisitRate, stay: StaySpan): VisitPrice {
  const { stays, freeMinutes } = visitOf(rate, stay)
  const alone = priceSpans(rate, [stay], freeMinutes)
  const amounts = amountsOf(alone)
  if (stays.length === 0) return { alone, amounts }
  return { alone, amounts: largestAmounts(amounts, addedPrice(rate, { stays, before: [], after: stay })) }
}

/** What a later end adds: the stay's own price and that of its visit, whichever grows more. Never below nothing. */
export function priceAdded(rate: VisitRate, before: StaySpan, after: StaySpan): Amounts {
  const { stays, freeMinutes } = visitOf(rate, after)
  const ofStay = (span: StaySpan): Amounts => amountsOf(priceSpans(rate, [span], freeMinutes))
  const alone = largestAmounts([], subtractAmounts(ofStay(after), ofStay(before)))
  if (stays.length === 0) return alone
  return largestAmounts(alone, addedPrice(rate, { stays, before: [before], after }))
}

import { systemClock } from '../lib/clock.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { DAY_MS, MINUTE_MS, type Instant } from './instant.ts'
import { sumMinor } from './money.ts'
import { lessPlan } from './plan-discount.ts'
import type { PreviousStay } from './previous-stay.ts'
import { type Amounts, sumOf } from './tariff-price.ts'
import type { PlanTerms, Quote, QuoteError, QuoteLine, Tariff, Tax, VehicleTypeId } from './tariff-types.ts'
import { priceAdded, priceVisit } from './tariff-visit.ts'
import { taxLines } from './tax.ts'

export type * from './tariff-types.ts'
export type { PreviousStay, StaySpan } from './previous-stay.ts'

export interface QuoteInput {
  readonly tariff: Tariff
  readonly taxes: readonly Tax[]
  readonly vehicleType: VehicleTypeId
  readonly from: Instant
  readonly to: Instant
  /** IANA zone of the park. */
  readonly zone: string
  /** Time of the request; only determines `validUntilMs`. */
  readonly now?: Instant
  /**
   * Other stays of this car or driver here: adjacent ones, and those within the re-entry time, belong to the same
   * visit.
   */
  readonly previousStay?: PreviousStay | undefined
  /** The driver's plan, if it applies in this park. */
  readonly plan?: PlanTerms | undefined
}

/** How long a price is guaranteed. */
export const QUOTE_VALID_MS = DAY_MS

/**
 * Calculates the price of a stay, line by line. One function for phone and provider: equal input gives equal lines to the minor unit.
 *
 * 1. Free first minutes are removed from the beginning. 2. The rest is split at every boundary in the park's zone and metered (see
 * `meterStay`): window prices, maxima per opening of a window, caps per day or rolling period. 3. The cheapest package for which the
 * whole stay qualifies replaces the metered sum if it is lower; an event's flat price is added to either, as metering pauses during
 * the event. 4. The vehicle type's percentage. 5. Fees. 6. Taxes. Every line is rounded half up.
 * 7. A stay that continues another (`previousStay`; within the re-entry minutes, and always if adjacent) gets only the remaining free
 * minutes, and costs at least what it adds to the price of the visit as one stay. A started unit is paid again, because the earlier stay
 * can still be refunded.
 * 8. The discount of the driver's plan; taxes apply to the remainder.
 * Time outside every window is free. Elapsed time is billed and local days are capped, so DST nights need no special rule.
 */
export function quote(input: QuoteInput): Result<Quote, QuoteError> {
  return input.plan === undefined ? quoteWhole(input) : lessPlan(input, input.plan, quoteWhole)
}

function quoteWhole(input: QuoteInput): Result<Quote, QuoteError> {
  const { tariff, from, to } = input
  const refusal = findRefusal(tariff, to - from)
  if (refusal !== undefined) return err(refusal)
  const { alone, amounts } = priceVisit(input, { from, to })
  const continuedMinor = (amounts[0] ?? 0) - sumOf(alone.parking)
  const lines: QuoteLine[] = [
    ...alone.parking,
    ...(continuedMinor > 0 ? [{ kind: 'continued', amountMinor: continuedMinor } as const] : []),
    ...alone.fees
      .map((line, index) => ({ ...line, amountMinor: amounts[index + 1] ?? 0 }))
      .filter((line) => line.amountMinor !== 0),
    ...taxesOf(input, amounts),
  ]
  return ok({
    lines,
    totalMinor: sumMinor(lines.map((line) => (line.kind === 'tax' && line.included ? 0 : line.amountMinor))),
    currency: tariff.currency,
    tariffVersion: tariff.version,
    validUntilMs: (input.now ?? systemClock.now()) + QUOTE_VALID_MS,
  })
}

function findRefusal(tariff: Tariff, stayMs: number): QuoteError | undefined {
  if (stayMs <= 0) return 'end_not_after_start'
  if (stayMs < tariff.minimumStayMinutes * MINUTE_MS) return 'stay_too_short'
  if (tariff.maximumStayMinutes !== null && stayMs > tariff.maximumStayMinutes * MINUTE_MS) return 'stay_too_long'
  return undefined
}

/** Returns the taxes in force with their amounts; none on a zero price. */
function taxesOf({ tariff, taxes, from }: QuoteInput, amounts: Amounts): Extract<QuoteLine, { kind: 'tax' }>[] {
  const first = 1 + tariff.fees.length
  if (amounts.length === first) return []
  return taxLines(taxes, 1, from).map((line, index) => ({ ...line, amountMinor: amounts[first + index] ?? 0 }))
}

/** Minor units. `totalMinor` includes fees and added taxes; `taxMinor` also includes taxes inside the posted price. */
export interface AddedPrice {
  readonly totalMinor: number
  readonly feesMinor: number
  readonly taxMinor: number
}

/** Returns what a later end adds to a stay's price. The caller has already quoted it, so the times are in order. */
export function addedPrice(input: QuoteInput & { readonly newEnd: Instant }): AddedPrice {
  const { tariff, from, to, newEnd } = input
  const amounts = priceAdded(input, { from, to }, { from, to: newEnd })
  const feesMinor = sumMinor(amounts.slice(1, 1 + tariff.fees.length))
  const taxes = taxesOf(input, amounts)
  const addedMinor = sumMinor(taxes.map((line) => (line.included ? 0 : line.amountMinor)))
  return {
    totalMinor: (amounts[0] ?? 0) + feesMinor + addedMinor,
    feesMinor,
    taxMinor: sumMinor(taxes.map((line) => line.amountMinor)),
  }
}

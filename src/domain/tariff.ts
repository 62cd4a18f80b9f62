import { systemClock } from '../lib/clock.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { DAY_MS, MINUTE_MS, toInstant, type Instant } from './instant.ts'
import { multiplyHalfUp, sumMinor } from './money.ts'
import { meterStay } from './tariff-meter.ts'
import { findPackage } from './tariff-packages.ts'
import type { Fee, Quote, QuoteError, QuoteLine, Tariff, Tax, VehicleTypeId } from './tariff-types.ts'
import { taxLines } from './tax.ts'

export type * from './tariff-types.ts'

export interface QuoteInput {
  readonly tariff: Tariff
  readonly taxes: readonly Tax[]
  readonly vehicleType: VehicleTypeId
  readonly from: Instant
  readonly to: Instant
  /** IANA zone of the park. */
  readonly zone: string
  /** When the price is asked for; decides `validUntilMs` only. */
  readonly now?: Instant
  /** The same plate's last stay here: within the re-entry time its used free minutes are not given again. */
  readonly previousStay?: { readonly from: Instant; readonly to: Instant }
}

/** How long a price holds. */
export const QUOTE_VALID_MS = DAY_MS

const BASIS_POINTS = 10_000

/**
 * The price of a stay, line by line. One function for phone and provider: equal input gives equal lines to the minor unit.
 *
 * 1. Free first minutes are cut off the front. 2. The rest is split at every boundary in the park's zone and metered (see
 * `meterStay`): window prices, maxima per opening of a window, caps per day or rolling period. 3. The cheapest package for which the
 * whole stay qualifies replaces the metered sum if it is lower; an event's flat price stands beside both, as metering rests
 * while the event lasts. 4. The vehicle type's percentage. 5. Fees. 6. Taxes. Every line is rounded half up.
 * Times outside every window cost nothing. Elapsed time is billed, local days are capped, so DST nights need no rule of their own.
 */
export function quote(input: QuoteInput): Result<Quote, QuoteError> {
  const { tariff, taxes, from, to } = input
  const refusal = findRefusal(tariff, to - from)
  if (refusal !== undefined) return err(refusal)
  const parking = parkingLines(input)
  const parkingMinor = sumMinor(parking.map((line) => line.amountMinor))
  const fees = tariff.fees.map((fee) => feeLine(fee, parkingMinor))
  const taxedFeesMinor = sumMinor(tariff.fees.map((fee, index) => (fee.taxed ? (fees[index]?.amountMinor ?? 0) : 0)))
  const lines = [
    ...parking,
    ...fees.filter((line) => line.amountMinor !== 0),
    ...taxLines(taxes, parkingMinor + taxedFeesMinor, from),
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

/** Everything before fees and taxes. */
function parkingLines(input: QuoteInput): QuoteLine[] {
  const { tariff, from, to, zone } = input
  const meteredFrom = toInstant(Math.min(to, from + freeMinutes(input) * MINUTE_MS))
  const free: QuoteLine[] =
    meteredFrom > from ? [{ kind: 'free', minutes: Math.ceil((meteredFrom - from) / MINUTE_MS), amountMinor: 0 }] : []
  const metered = meterStay({ tariff, zone, entryMs: from, fromMs: meteredFrom, toMs: to })
  const lines = [...free, ...metered.lines]
  const best = findPackage(tariff.packages, { from, to, zone })
  let sumOfParking = metered.meteredMinor + metered.eventMinor
  if (best !== undefined && best.amountMinor < metered.meteredMinor) {
    lines.push({ kind: 'package', package: best.kind, amountMinor: best.amountMinor - metered.meteredMinor })
    sumOfParking = best.amountMinor + metered.eventMinor
  }
  const percent = tariff.vehiclePercent[input.vehicleType] ?? 100
  const amountMinor = multiplyHalfUp(sumOfParking, percent, 100) - sumOfParking
  if (amountMinor !== 0) lines.push({ kind: 'vehicle', percent, amountMinor })
  return lines
}

function freeMinutes({ tariff, from, previousStay }: QuoteInput): number {
  if (previousStay === undefined || previousStay.to > from) return tariff.freeFirstMinutes
  if (from - previousStay.to > tariff.reentryMinutes * MINUTE_MS) return tariff.freeFirstMinutes
  return Math.max(0, tariff.freeFirstMinutes - Math.floor((previousStay.to - previousStay.from) / MINUTE_MS))
}

const feeLine = (fee: Fee, parkingMinor: number): Extract<QuoteLine, { kind: 'fee' }> => ({
  kind: 'fee',
  code: fee.code,
  amountMinor: fee.kind === 'flat' ? fee.value : multiplyHalfUp(parkingMinor, fee.value, BASIS_POINTS),
})
